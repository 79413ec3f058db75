//! Indexes: entries, conditions and projections.

mod common;

use std::collections::BTreeMap;

use common::{clean, list, load, load_files, one, report, says};
use dal_spec::plan::{ProjectionPlan, WhenIs};
use dal_spec::{Code, Lock};

const ITEM: &str =
    "Item: { sort: 'ITEM#{item_id}', GSI1: { partition: '{tenant}#OWNER#{owner}', sort: '{at}#{item_id}' } }";
const TYPES: &str = "item_id: ulid\nat: time.ms\nItem.state: [open, closed]";
const READ: &str = "- { name: owned, query: Item, index: GSI1, select: [title] }";

#[test]
fn unknown_indexes_have_a_suggestion() {
    let text = list(TYPES, &ITEM.replace("GSI1:", "GSI2:"), "");
    let d = says(&text, Code::UnknownIndex, "GSI2:", "GSI2");
    assert_eq!(d.label, "did you mean `GSI1`?");
    let text = list(TYPES, ITEM, &READ.replace("GSI1", "gsi1"));
    says(&text, Code::UnknownIndex, "gsi1", "gsi1");
}

#[test]
fn an_entry_gives_both_halves() {
    for (entry, message) in [
        ("{ partition: '{tenant}#A' }", "also has a sort key"),
        ("{ sort: 'A' }", "also has a partition key"),
        ("{ across_tenants: why }", "gives no key for it"),
    ] {
        let text = list(TYPES, &format!("Item: {{ sort: ITEM, GSI1: {entry} }}"), "");
        let d = says(&text, Code::HalfKey, &format!("GSI1: {entry}"), "GSI1");
        assert!(d.message.contains(message), "{}", d.message);
    }
    let text = list(TYPES, ITEM, "").replace("sort: GSI1SK, ", "");
    let d = says(&text, Code::HalfKey, "'{at}#{item_id}'", "'{at}#{item_id}'");
    assert!(d.message.contains("has no sort key"));
}

#[test]
fn conditions_name_values_of_the_field() {
    let item =
        |when: &str| ITEM.replace("#{item_id}' } }", &format!("#{{item_id}}', when: {{ {when} }} }} }}"));
    let d = says(&list(TYPES, &item("state: [open, opne]"), ""), Code::BadCondition, "opne]", "opne");
    assert_eq!(d.label, "did you mean `open`?");
    says(&list(TYPES, &item("state: overdue"), ""), Code::BadCondition, "overdue", "overdue");
    let when = |text: &str| {
        load(&list(TYPES, &item(text), "")).plan.expect("a plan").entities[0].memberships[0].when.clone()
    };
    assert_eq!(when("state: open")[0].is, WhenIs::OneOf(vec!["open".to_owned()]));
    assert_eq!(when("closed_at: absent")[0].is, WhenIs::Absent);
    assert_eq!(when("closed_at: present")[0].is, WhenIs::Present);
    assert_eq!(when("note: [a, b], at: present").len(), 2);
}

#[test]
fn a_list_of_alternatives_is_to_come() {
    let text = list(TYPES, "Item: { sort: ITEM, GSI1: [{ partition: '{tenant}#A', sort: B }] }", "");
    says(&text, Code::NotBuiltYet, "GSI1: [{", "GSI1");
}

#[test]
fn an_index_with_a_list_needs_a_select() {
    let text = list(TYPES, ITEM, "- { name: owned, query: Item, index: GSI1 }");
    let d = says(&text, Code::MissingSelect, "index: GSI1 }", "index");
    assert!(d.help[0].contains("`title`"));
    // Where everything is there, what is selected has a struct of its own.
    let all = list(TYPES, ITEM, READ).replace("[title] }\ntypes", "all }\ntypes");
    says(&all, Code::MissingWord, "select:", "select");
    let table = list(TYPES, ITEM, "- { name: items, query: Item, select: [title] }");
    let found = says(&table, Code::MissingWord, "select:", "select");
    assert!(found.help[0].contains("`into: Items`"), "{}", found.render());
}

#[test]
fn projections_are_planned() {
    let project = |written: &str| {
        let text = list(TYPES, ITEM, "").replace(", project: [title]", written);
        load(&text).plan.expect("a plan").table.indexes[0].clone()
    };
    assert_eq!(project(", project: all").projection, ProjectionPlan::All);
    assert_eq!(project(", project: keys").projection, ProjectionPlan::Keys);
    assert_eq!(
        project(", project: [a, b]").projection,
        ProjectionPlan::Include(vec!["a".to_owned(), "b".to_owned()])
    );
    assert!(!project(", project: all").computed);
}

#[test]
fn a_projection_left_out_is_what_the_patterns_read() {
    let text =
        list("item_id: ulid\nat: time.ms", ITEM, &READ.replace("[title]", "[title, at, item_id, note]"))
            .replace(", project: [title]", "")
            .replace("  name: shop", "  name: shop\n  ttl: expires_at");
    let loaded = load(&text);
    let index = loaded.plan.as_ref().expect("a plan").table.indexes[0].clone();
    assert!(index.computed);
    // Keys hold `at` and `item_id` already; the TTL belongs to every list.
    let list = ["title", "note", "expires_at"].map(str::to_owned).to_vec();
    assert_eq!(index.projection, ProjectionPlan::Include(list.clone()));
    one(&loaded, Code::UnpinnedProjection, "GSI1", (8, 5));
    // Pinned, it is quiet.
    let lock = Lock::of(loaded.plan.as_ref().expect("a plan"));
    assert_eq!(lock, Lock { version: 1, indexes: BTreeMap::from([("GSI1".to_owned(), list)]) });
    let written = lock.write();
    assert_eq!(Lock::read(&written), Ok(lock));
    let pinned = load_files(&[("patterns.yaml", &text), ("patterns.lock", &written)]);
    assert!(pinned.diagnostics.is_empty(), "{}", report(&pinned));
    assert_eq!(pinned.files.len(), 2, "the compiler tracks the lock too");
    // A pattern that reads more is refused, as DynamoDB would not follow.
    let more = text.replace("note]", "note, price]");
    let changed = load_files(&[("patterns.yaml", &more), ("patterns.lock", &written)]);
    let d = one(&changed, Code::ProjectionChanged, "GSI1", (8, 5));
    assert_eq!(d.label, "`price` new");
}

#[test]
fn a_broken_lock_is_placed() {
    let text = list(TYPES, ITEM, READ);
    for lock in ["version: 2\n", "version: 1\nindexes: 3\n", "version: 1\nmore: x\n", "{"] {
        let loaded = load_files(&[("patterns.yaml", &text), ("patterns.lock", lock)]);
        assert_eq!(loaded.diagnostics.len(), 1, "{}", report(&loaded));
        let d = &loaded.diagnostics[0];
        assert_eq!(
            (d.code, d.place.as_ref().map(|p| p.source.name.as_str())),
            (Code::BrokenLock, Some("patterns.lock"))
        );
    }
}

#[test]
fn a_good_index_is_quiet() {
    let plan = clean(&list(
        "item_id: ulid\nat: time.ms",
        ITEM,
        &format!("{READ}\n- {{ name: get_item, get: Item }}"),
    ));
    assert_eq!(plan.entities[0].memberships[0].selected, ["title"]);
    assert_eq!(plan.entities[0].groups.len(), 1);
}
