//! The texts of diagnostics, and the codes.

mod common;

use std::collections::HashSet;

use common::{list, load};
use dal_spec::{Code, Severity};

fn sample() -> dal_spec::Diagnostic {
    load(&list("", "User: { sort: 'USER#{user_id:dsc}' }", "")).diagnostics.remove(0)
}

#[test]
fn a_report_shows_the_line() {
    assert_eq!(
        sample().render(),
        "`:dsc` is not an encoding [DAL0403]
  --> patterns.yaml:11:32
   |
11 |   User: { sort: 'USER#{user_id:dsc}' }
   |                                ^^^ did you mean `desc`?
   = help: encodings are `:desc`, `:lower`, `:upper`, `:010` (padded to ten digits), `:plain`, `:rank`, `:date`, `:month`, `:hour` and `:raw`"
    );
    assert!(sample().render_with_severity().starts_with("error[DAL0403]: `:dsc` is not an encoding\n  --> "));
    assert_eq!(
        sample().render_short(),
        "patterns.yaml:11:32: error[DAL0403]: `:dsc` is not an encoding: did you mean `desc`?"
    );
}

#[test]
fn json_is_one_line_that_parses() {
    let mut d = sample();
    d.message = "a \"quote\", a \\ and a\nline \u{1}".to_owned();
    let json = d.to_json();
    assert!(!json.contains('\n'));
    // YAML reads JSON.
    let value: serde_yaml::Value = serde_yaml::from_str(&json).expect("it parses");
    assert_eq!(value["message"].as_str(), Some(d.message.as_str()));
    assert_eq!((value["code"].as_str(), value["severity"].as_str()), (Some("DAL0403"), Some("error")));
    assert_eq!((value["line"].as_u64(), value["column"].as_u64()), (Some(11), Some(32)));
    assert_eq!((value["file"].as_str(), value["entity"].as_str()), (Some("patterns.yaml"), Some("User")));
    assert!(value["pattern"].is_null());
    assert_eq!(value["help"].as_sequence().map(Vec::len), Some(1));
}

#[test]
fn annotations_escape_what_github_reads() {
    let mut d = sample();
    d.message = "100 % of\nit".to_owned();
    d.help.clear();
    assert_eq!(
        d.to_github(),
        "::error file=patterns.yaml,line=11,col=32,endColumn=35,title=DAL0403 unknown-encoding::100 %25 of%0Ait"
    );
}

#[test]
fn reports_come_in_the_order_of_the_file() {
    let text = list("", "B: { sort: '{' }\nA: { sort: '}', sotr: x }", "- { name: a_list, query: C }");
    let loaded = load(&text);
    let lines: Vec<_> =
        loaded.diagnostics.iter().filter_map(|d| d.place.as_ref()).map(|p| (p.line, p.column)).collect();
    let mut sorted = lines.clone();
    sorted.sort_unstable();
    assert_eq!((lines.len(), &lines), (4, &sorted));
}

#[test]
fn codes_are_stable_and_explained() {
    let numbers: HashSet<&str> = Code::ALL.iter().map(|code| code.number()).collect();
    let names: HashSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!((numbers.len(), names.len()), (Code::ALL.len(), Code::ALL.len()));
    let mut sorted: Vec<&str> = Code::ALL.iter().map(|code| code.number()).collect();
    sorted.sort_unstable();
    assert_eq!(sorted, Code::ALL.iter().map(|code| code.number()).collect::<Vec<_>>());
    for &code in Code::ALL {
        assert_eq!(Code::find(code.name()), Some(code));
        assert_eq!(Code::find(code.number()), Some(code));
        assert!(code.name().chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", code.name());
        let page = code.explain();
        let title = format!("# {}: {}\n", code.number(), code.title());
        assert!(page.starts_with(&title), "the page of {code} begins with its title");
        assert!(page.contains("```yaml") || page.contains("```rust"), "the page of {code} has an example");
        assert!(page.lines().count() >= 8, "the page of {code} says why and how");
    }
}

/// The text of all Rust files in a folder and below it, except one.
fn sources(folder: &std::path::Path, except: Option<&str>) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).expect("the sources are readable") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            text.push_str(&sources(&path, except));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && except.is_none_or(|except| !path.ends_with(except))
        {
            text.push_str(&std::fs::read_to_string(path).expect("a source is text"));
        }
    }
    text
}

/// What the check of a list can say; the derive's own codes have their cases in the workspace's `tests/ui`.
#[test]
fn every_code_of_the_list_is_tested_by_name() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let (raised, tested) =
        (sources(&root.join("src"), Some("diagnostic/code.rs")), sources(&root.join("tests"), None));
    let names = |text: &str, name: &str| {
        text.match_indices(name)
            .any(|(at, _)| text[at + name.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric()))
    };
    let untested: Vec<String> = Code::ALL
        .iter()
        .map(|code| format!("Code::{code:?}"))
        .filter(|name| names(&raised, name) && !names(&tested, name))
        .collect();
    assert_eq!(untested, [] as [String; 0]);
}

#[test]
fn warnings_are_the_costs_and_what_is_not_read() {
    let warnings: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| code.severity() == Severity::Warning)
        .map(|code| code.name())
        .collect();
    assert_eq!(
        warnings,
        [
            "unused-allow",
            "unused-type",
            "unused-key-only",
            "projected-key",
            "unpinned-projection",
            "unread-entity",
            "ttl-not-projected",
            "hot-partition",
            "unread-index",
            "unread-attribute",
            "unread-entry",
            "shared-index-key",
            "hot-reads",
            "hot-writes",
            "large-collection",
            "filters",
            "duplicate-pattern"
        ]
    );
}
