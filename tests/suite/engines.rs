//! The engines that the suite runs on, and what each of them lacks.
//!
//! A server is tested by
//!
//! ```sh
//! DAL_ENGINE=dynalite AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:4567 \
//!     cargo test --test suite -- --ignored --exact engines::the_suite_on_a_server --nocapture
//! ```
//!
//! which skips what the engine lacks, and then proves that each skipped test would fail.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// An engine, by the name in `DAL_ENGINE`.
struct Engine {
    name: &'static str,
    title: &'static str,
    /// Operations that it does not have and that a new table is usable without.
    lacks: &'static [&'static str],
    skips: &'static [Skip],
}

/// A test, or a module of tests (`many::`), that an engine cannot pass, and why.
struct Skip {
    test: &'static str,
    reason: &'static str,
}

const ENGINES: [Engine; 3] = [
    Engine { name: "embedded", title: "embedded", lacks: &[], skips: &[] },
    Engine { name: "ministack", title: "MiniStack", lacks: &[], skips: MINISTACK },
    Engine { name: "dynalite", title: "dynalite", lacks: &["UpdateTimeToLive"], skips: DYNALITE },
];

const NO_STORED_ITEM: &str = "it does not know ReturnValuesOnConditionCheckFailure, and gives no stored item, by which refusals are told apart";
const NO_TRANSACTIONS: &str = "it has no transactions";

const ONE_ATTRIBUTE: &str =
    "it knows keys of one attribute: of several, it takes the last one or refuses the table";

const MINISTACK: &[Skip] = &[];

const DYNALITE: &[Skip] = &[
    Skip { test: "adversary::several::", reason: ONE_ATTRIBUTE },
    Skip { test: "adversary::forged::", reason: NO_TRANSACTIONS },
    Skip {
        test: "adversary::each_tenant_sees_exactly_its_own_through_every_operation",
        reason: NO_TRANSACTIONS,
    },
    Skip {
        test: "adversary::a_cursor_with_another_tenants_parts_spliced_in_reads_nothing_foreign",
        reason: NO_TRANSACTIONS,
    },
    Skip {
        test: "adversary::native::transactions_over_tenants_write_to_each_its_own",
        reason: NO_TRANSACTIONS,
    },
    Skip { test: "native::several::placed::", reason: ONE_ATTRIBUTE },
    Skip { test: "spanning::", reason: NO_TRANSACTIONS },
    Skip {
        test: "retries::a_create_that_was_retried_after_it_acted_says_that_it_may_have",
        reason: "it does not know ReturnValuesOnConditionCheckFailure, and gives no stored item",
    },
    Skip {
        test: "retries::a_write_token_makes_the_answer_of_a_retried_create_certain",
        reason: "it does not know ReturnValuesOnConditionCheckFailure, and gives no stored item",
    },
    Skip {
        test: "model::random_operations_under_faults_leave_what_the_model_says",
        reason: "it gives no stored item with a failed condition, by which a token's answer is certain",
    },
    Skip {
        test: "desk::conditions::every_form_of_a_condition_holds_where_it_should",
        reason: NO_STORED_ITEM,
    },
    Skip { test: "desk::conditions::the_reason_of_a_refusal_is_told_apart", reason: NO_STORED_ITEM },
    Skip {
        test: "desk::moves::a_move_is_one_transaction_that_takes_the_item_and_its_index_entries_along",
        reason: NO_TRANSACTIONS,
    },
    Skip {
        test: "desk::moves::a_move_that_cannot_be_made_leaves_everything_as_it_was",
        reason: NO_TRANSACTIONS,
    },
    Skip { test: "desk::moves::partial_writes_and_moves_join_a_transaction", reason: NO_TRANSACTIONS },
    Skip {
        test: "desk::patches::a_patch_of_what_another_writer_changed_is_a_conflict_and_without_its_condition_a_stale_key",
        reason: NO_STORED_ITEM,
    },
    Skip { test: "desk::patches::only_what_the_keys_are_made_of_is_compared", reason: NO_STORED_ITEM },
    Skip { test: "desk::patches::the_reasons_of_a_refused_patch_are_told_apart", reason: NO_STORED_ITEM },
    Skip {
        test: "desk::stale::no_index_key_is_stale_or_half_written_whatever_is_written",
        reason: NO_TRANSACTIONS,
    },
    Skip { test: "desk::updates::a_sum_that_the_type_cannot_hold_is_refused", reason: NO_STORED_ITEM },
    Skip { test: "clinics::", reason: NO_TRANSACTIONS },
    Skip { test: "adopted::a_transaction_spans_the_tables_of_a_program", reason: NO_TRANSACTIONS },
    Skip {
        test: "written::a_transaction_takes_a_key_from_the_item_that_holds_it_and_is_all_or_nothing",
        reason: NO_TRANSACTIONS,
    },
    Skip {
        test: "written::a_transaction_expects_the_version_that_was_loaded_or_any",
        reason: NO_TRANSACTIONS,
    },
    Skip {
        test: "written::a_write_by_key_says_which_version_it_expects_or_that_any_will_do",
        reason: NO_TRANSACTIONS,
    },
    Skip {
        test: "written::values_of_one_name_are_one_parameter_and_items_are_filled_in",
        reason: NO_TRANSACTIONS,
    },
    Skip { test: "written::versions_and_unique_values_are_kept_by_patterns_too", reason: NO_TRANSACTIONS },
    Skip { test: "written::updates_change_what_they_say_and_nothing_else", reason: NO_STORED_ITEM },
    Skip {
        test: "written::whole_items_are_written_by_name_and_under_their_condition",
        reason: NO_STORED_ITEM,
    },
    Skip {
        test: "model::the_comparison_sees_what_is_lost_doubled_changed_and_stale",
        reason: NO_TRANSACTIONS,
    },
    Skip { test: "managed::guards::", reason: NO_TRANSACTIONS },
    Skip { test: "managed::random::", reason: NO_TRANSACTIONS },
    Skip {
        test: "managed::versions::a_transaction_fills_its_items_in_when_it_is_done",
        reason: NO_TRANSACTIONS,
    },
    Skip { test: "managed::versions::an_old_item_is_refused_on_every_path", reason: NO_TRANSACTIONS },
    Skip {
        test: "managed::versions::an_item_that_was_made_anew_is_not_taken_for_the_old_one_of_its_version",
        reason: NO_TRANSACTIONS,
    },
    Skip { test: "managed::versions::an_item_without_a_version_has_the_version_0", reason: NO_STORED_ITEM },
    Skip {
        test: "managed::versions::of_two_writers_one_wins_and_the_other_sees_the_stored_item",
        reason: NO_STORED_ITEM,
    },
    Skip {
        test: "table::a_created_table_is_the_one_of_the_list",
        reason: "it has no UpdateTimeToLive, and the table is verified with its TTL",
    },
    Skip { test: "native::attribute_values_are_what_a_put_writes", reason: NO_STORED_ITEM },
    Skip {
        test: "native::natural::ranges_and_beginnings_of_texts_are_exact",
        reason: "it compares text by UTF-16 units instead of bytes, and refuses a BETWEEN of U+FFFF and U+10FFFF",
    },
    Skip { test: "transactions::", reason: "it has no transactions" },
    Skip { test: "ttl::everywhere::transactional_reads", reason: NO_TRANSACTIONS },
    Skip { test: "ttl::writes::a_create_takes_the_place_of_an_expired_item_only", reason: NO_STORED_ITEM },
    Skip { test: "ttl::writes::moves_and_checks_see_no_expired_item", reason: NO_TRANSACTIONS },
    Skip {
        test: "ttl::the_attribute_is_epoch_seconds_and_the_table_expires_by_it",
        reason: "it has no UpdateTimeToLive",
    },
    Skip {
        test: "writes::create_refuses_an_existing_key_with_the_stored_item",
        reason: "it does not know ReturnValuesOnConditionCheckFailure, and gives no stored item",
    },
];

/// The engine that `DAL_ENGINE` names; one that is not known skips nothing.
fn engine() -> Option<&'static Engine> {
    let name = std::env::var("DAL_ENGINE").unwrap_or_else(|_| "embedded".to_owned());
    ENGINES.iter().find(|engine| engine.name == name)
}

/// Whether the engine under test is known not to have that operation.
pub fn lacks(operation: &str) -> bool {
    engine().is_some_and(|engine| engine.lacks.contains(&operation))
}

impl Engine {
    fn skip(&self, test: &str) -> Option<&'static Skip> {
        let of =
            |skip: &&Skip| skip.test == test || (skip.test.ends_with("::") && test.starts_with(skip.test));
        self.skips.iter().find(of)
    }
}

/// This program, to be run again: libtest has no skips that are counted.
fn suite() -> Command {
    let mut suite = Command::new(std::env::current_exe().expect("a program knows where it is"));
    suite.env_remove("RUST_TEST_THREADS");
    suite
}

/// Every test of the suite but those of this module.
fn tests() -> Vec<String> {
    let output = suite().args(["--list", "--format", "terse"]).output().expect("the suite lists its tests");
    let text = String::from_utf8(output.stdout).expect("names are UTF-8");
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    let tests: Vec<_> = names.filter(|name| !name.starts_with("engines::")).map(str::to_owned).collect();
    assert!(tests.len() > 50, "{tests:?}");
    tests
}

/// Runs those tests, and gives the names of the ones that passed and of the ones that failed.
fn run(tests: &[&str], show: bool) -> (BTreeSet<String>, BTreeSet<String>) {
    if tests.is_empty() {
        return Default::default();
    }
    // More at once than there are processors: a test on a server waits most of its time.
    let output =
        suite().args(["--exact", "--test-threads", "8"]).args(tests).output().expect("the suite runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if show && !output.status.success() {
        println!("{text}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let (mut passed, mut failed) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines().filter_map(|line| line.strip_prefix("test ")) {
        match line.rsplit_once(" ... ") {
            Some((name, "ok")) => _ = passed.insert(name.to_owned()),
            Some((name, "FAILED")) => _ = failed.insert(name.to_owned()),
            _ => {}
        }
    }
    (passed, failed)
}

#[test]
#[ignore = "needs the server that AWS_ENDPOINT_URL_DYNAMODB names"]
fn the_suite_on_a_server() {
    assert!(super::support::is_server(), "AWS_ENDPOINT_URL_DYNAMODB names no server");
    let name = std::env::var("DAL_ENGINE").unwrap_or_else(|_| "a server".to_owned());
    let all = tests();
    let skip = |test: &str| engine().and_then(|engine| engine.skip(test));
    let (skipped, wanted): (Vec<&str>, Vec<&str>) =
        all.iter().map(String::as_str).partition(|test| skip(test).is_some());

    let started = std::time::Instant::now();
    let (passed, failed) = run(&wanted, true);
    println!("{name}: {} tests in {:.0} s", all.len(), started.elapsed().as_secs_f64());
    println!("  passed  {:>4}", passed.len());
    println!("  failed  {:>4}", failed.len());
    println!("  skipped {:>4}", skipped.len());
    for test in &skipped {
        println!("    {test}: {}", skip(test).map_or("", |skip| skip.reason));
    }
    let none: BTreeSet<String> = BTreeSet::new();
    assert_eq!(failed, none, "failed on {name}");
    assert_eq!(passed.len(), wanted.len(), "some tests neither passed nor failed on {name}");
    // A skip must not outlive its reason.
    let (needless, _) = run(&skipped, false);
    assert_eq!(needless, none, "skipped on {name}, but would pass: take them off the list");
}

#[test]
fn every_skip_names_a_test_and_a_reason() {
    let all = tests();
    for engine in &ENGINES {
        for skip in engine.skips {
            assert!(!skip.reason.is_empty(), "{}", skip.test);
            let names = all
                .iter()
                .any(|test| test == skip.test || (skip.test.ends_with("::") && test.starts_with(skip.test)));
            assert!(names, "{}: `{}` is no test", engine.name, skip.test);
        }
    }
}

/// The tables of `docs/engines.md`: how much of each module runs on which engine, and every skip.
fn document() -> String {
    let mut modules: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for test in tests() {
        let module = test.split("::").next().unwrap_or_default().to_owned();
        modules.entry(module).or_default().push(test);
    }
    let mut text = String::new();
    let titles: Vec<_> = ENGINES.iter().map(|engine| engine.title).collect();
    _ = writeln!(text, "| tests of | {} |\n|---|{}", titles.join(" | "), "---|".repeat(ENGINES.len()));
    for (module, tests) in &modules {
        let cell = |engine: &Engine| match tests.iter().filter(|test| engine.skip(test).is_some()).count() {
            0 => "all".to_owned(),
            skipped if skipped == tests.len() => "none".to_owned(),
            skipped => format!("all but {skipped}"),
        };
        let cells: Vec<_> = ENGINES.iter().map(cell).collect();
        _ = writeln!(text, "| `{module}` | {} |", cells.join(" | "));
    }
    _ = writeln!(text, "\n| skipped on | test | reason |\n|---|---|---|");
    for engine in &ENGINES {
        for Skip { test, reason } in engine.skips {
            _ = writeln!(text, "| {} | `{test}` | {reason} |", engine.title);
        }
    }
    text
}

#[test]
fn the_document_has_every_module_and_every_skip() {
    const MARKS: [&str; 2] =
        ["<!-- the tables: DAL_BLESS=1 cargo test --test suite engines -->\n", "<!-- end -->"];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/engines.md");
    let written = std::fs::read_to_string(&path).expect("docs/engines.md");
    let (before, rest) = written.split_once(MARKS[0]).expect("the first mark");
    let (_, after) = rest.split_once(MARKS[1]).expect("the last mark");
    let right = format!("{before}{}\n{}\n{}{after}", MARKS[0], document(), MARKS[1]);
    if std::env::var_os("DAL_BLESS").is_some() {
        std::fs::write(&path, &right).expect("docs/engines.md is written");
    } else {
        assert_eq!(written, right, "docs/engines.md: DAL_BLESS=1 cargo test --test suite engines writes it");
    }
}
