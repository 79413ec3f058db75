//! Keys that are spread: shards and buckets of time; local indexes; two names for one read.

mod common;

use common::{clean, load, report, says};
use dal_key::Cut;
use dal_spec::plan::{BucketPlan, PatternPlan, QueryPlan, Verb};
use dal_spec::{Code, explain};

fn list(entity: &str, patterns: &str) -> String {
    format!(
        "version: 1
table:
  name: shop
  key: {{ partition: PK, sort: SK }}
  indexes:
    Due: {{ partition: DuePK, sort: DueSK, project: all }}
types: {{ at: time.s, n: u32 }}
entities:
  Item:
    partition: OWNER#{{owner}}
    sort: ITEM#{{n}}
{entity}
patterns:
  - {{ name: items, query: Item }}
{patterns}
"
    )
}

const SHARDED: &str =
    "    shard: { of: Due, count: 8 }\n    Due: { partition: 'DUE#{shard}', sort: '{at}#{n}' }";
const BUCKETS: &str = "    Due: { partition: 'DUE#{at:month}', sort: '{at}#{n}' }";
const DUE: &str = "  - { name: due, query: Item, index: Due, range: at }";

fn pattern(text: &str, name: &str) -> PatternPlan {
    let plan = clean(text);
    plan.patterns.into_iter().find(|pattern| pattern.name == name).expect("the pattern")
}

fn query(pattern: &PatternPlan) -> &QueryPlan {
    match &pattern.verb {
        Verb::Query(query) => query,
        Verb::Get { .. } => panic!("a query"),
    }
}

#[test]
fn a_sharded_index_is_a_query_of_each_shard() {
    let text = list(SHARDED, DUE);
    let due = pattern(&text, "due");
    assert_eq!(due.queries(), 8);
    assert!(due.params.is_empty(), "nobody gives the shard");
    let shards = query(&due).shards.clone().expect("shards");
    assert_eq!((shards.from, shards.count, shards.by), (0, 8, None));
    let plan = clean(&text);
    assert_eq!(plan.entities[0].fields[shards.field].name, "shard", "the last of the fields");
    assert_eq!(plan.entities[0].groups[0].fields, [2], "a group does not hold it");
    assert_eq!(pattern(&text, "items").queries(), 1);
    let shown = explain(&plan);
    assert!(shown.contains("Query × 8, merged"), "{shown}");
    let by = text.replace("count: 8", "count: 8, from: 3, by: owner");
    let due = pattern(&by, "due");
    let shards = query(&due).shards.clone().expect("shards");
    assert_eq!((shards.from, shards.by), (3, Some(0)));
    clean(&text.replace("{shard}", "{shard:02}").replace("count: 8", "count: 8, by: random"));
}

#[test]
fn shards_have_their_place() {
    let text = list(SHARDED, DUE);
    for (from, to, code) in [
        ("count: 8", "count: 1", Code::WrongValue),
        ("count: 8", "count: 101", Code::WrongValue),
        ("of: Due, count: 8", "of: Due", Code::MissingWord),
        ("of: Due, count", "of: Deu, count", Code::UnknownIndex),
        ("count: 8", "count: 8, by: at", Code::NotAKeyPart),
        ("count: 8", "cuont: 8", Code::UnknownWord),
        ("'DUE#{shard}'", "'DUE#{owner}'", Code::ReservedPart),
        ("ITEM#{n}", "ITEM#{n}#{shard}", Code::ReservedPart),
        ("    shard: { of: Due, count: 8 }\n", "", Code::ReservedPart),
    ] {
        let loaded = load(&text.replace(from, to));
        let first = loaded.diagnostics.first().unwrap_or_else(|| panic!("{to} is refused"));
        assert_eq!(first.code, code, "{to}: {}", report(&loaded));
    }
    let many = list(
        &SHARDED.replace("count: 8", "count: 60").replace("{at}#{n}", "{kind}#{at}#{n}"),
        "  - { name: due, query: Item, index: Due, fix: { kind: [a, b] } }",
    );
    says(&many, Code::TooManyQueries, "fix: { kind", "kind");
}

#[test]
fn buckets_are_neighbours_in_turn() {
    let text =
        list(BUCKETS, "  - { name: due, query: Item, index: Due, buckets: 6, range: at, order: newest }");
    let due = pattern(&text, "due");
    let query = query(&due);
    assert_eq!(query.buckets, Some(BucketPlan { field: 2, cut: Cut::Month, count: 6 }));
    assert_eq!(
        (due.queries(), query.bound, query.range),
        (6, 0, Some(2)),
        "the partition cuts it, and the sort key does not"
    );
    assert_eq!(due.params[0].name, "at");
    assert!(explain(&clean(&text)).contains("Query × 6, in turn"));
    says(&text.replace("buckets: 6", "buckets: 1"), Code::WrongValue, "buckets: 1", "1");
    let whole = text.replace("{at:month}", "{owner}");
    says(&whole, Code::WordDoesNotFit, "buckets: 6", "buckets");
}

#[test]
fn a_local_index_has_the_partition_of_the_table() {
    let text = list(
        "    Due: { sort: '{at}' }",
        "  - { name: due, query: Item, index: Due, order: newest, consistent: true }",
    )
    .replace("partition: DuePK, sort: DueSK", "sort: DueSK");
    let plan = clean(&text);
    let index = &plan.table.indexes[0];
    assert!(index.local && index.partition == ["PK"] && index.sort == ["DueSK"]);
    assert!(explain(&plan).contains("Local index `Due`"));
    let several = text.replace("sort: DueSK", "sort: [DueSK, Other]");
    assert!(load(&several).diagnostics.iter().any(|one| one.code == Code::WrongForm));
    let many: String = (0..6).map(|n| format!("    L{n}: {{ sort: L{n}SK, project: all }}\n")).collect();
    let many = text.replace("    Due: { sort: DueSK", &format!("{many}    Due: {{ sort: DueSK"));
    assert!(load(&many).diagnostics.iter().any(|one| one.code == Code::TooManyIndexes), "at most five");
}

#[test]
fn two_names_for_one_read_are_said() {
    let text = list(SHARDED, &format!("{DUE}\n  - {{ name: due_too, query: Item, index: Due, range: at }}"));
    let found = says(&text, Code::DuplicatePattern, "due_too", "due_too");
    assert_eq!(found.related[0].1, "the first one");
    for other in ["order: desc", "limit: 3", "filter: ['n > {least}'], allow: { filters: Few. }"] {
        clean(&text.replace(
            "due_too, query: Item, index: Due, range: at",
            &format!("due_too, query: Item, index: Due, range: at, {other}"),
        ));
    }
}
