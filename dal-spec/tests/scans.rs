//! `scan:`: said to be one, with its reason and its cost.

mod common;

use common::{clean, list, says};
use dal_spec::plan::{QueryPlan, Verb};
use dal_spec::{Code, explain};

const ENTITIES: &str =
    "Item: { sort: 'ITEM#{item_id}', GSI1: { partition: '{tenant}#OWNER#{owner_id}', sort: '{item_id}' } }
User: { sort: 'USER#{user_id}' }";
const OTHERS: &str =
    "- { name: get_user, get: User }\n- { name: by_owner, query: Item, index: GSI1, select: [title] }";
const BECAUSE: &str = "because: A nightly export., across_tenants: It exports all.";

fn text(pattern: &str) -> String {
    list("", ENTITIES, &format!("{OTHERS}\n- {{ name: every, {pattern} }}"))
}

fn scan(pattern: &str) -> QueryPlan {
    let plan = clean(&text(pattern));
    match &plan.patterns[2].verb {
        Verb::Query(query) => query.clone(),
        Verb::Get { .. } => panic!("a scan"),
    }
}

#[test]
fn a_scan_says_why_and_that_it_crosses_tenants() {
    let query = scan(&format!("scan: Item, {BECAUSE}"));
    assert_eq!(query.scan.as_deref(), Some("A nightly export."));
    assert!(!query.alone, "users are in the table, too");
    let plan = clean(&text(&format!("scan: Item, {BECAUSE}")));
    assert!(!plan.patterns[2].is_scoped(&plan), "it takes the table's handle");
    assert_eq!(plan.patterns[2].across_tenants.as_deref(), Some("It exports all."));
    let shown = explain(&plan);
    assert!(shown.contains("scans because: A nightly export."), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with("every") && line.contains("Scan")), "{shown}");
    let found = says(&text("scan: Item, across_tenants: x"), Code::MissingWord, "scan:", "scan");
    assert_eq!(found.label, "`because:` is missing");
    let found = says(&text("scan: Item, because: x"), Code::MissingTenant, "scan:", "scan");
    assert_eq!(found.label, "`across_tenants:` is missing");
    says(&text("scan: Item, because: '', across_tenants: x"), Code::EmptyReason, "''", "''");
    let without = "version: 1
table: { name: shop, key: { partition: PK, sort: SK } }
entities:
  Item: { partition: 'ITEM#{item_id}', sort: ITEM }
patterns:
  - { name: every, scan: Item, because: Few. }
";
    clean(without);
    let needless = without.replace("Few.", "Few., across_tenants: x");
    says(&needless, Code::AcrossWithoutTenant, "across_tenants: x", "x");
}

#[test]
fn a_scan_of_an_index_reads_what_is_in_it() {
    let query = scan(&format!("scan: Item, index: GSI1, select: [title], limit: 3, {BECAUSE}"));
    assert_eq!((query.index, query.alone, query.limit), (Some(0), true, Some(3)));
    assert_eq!(query.condition, "all of the index GSI1");
    says(
        &text(&format!("scan: Item, index: GSI1, {BECAUSE}")),
        Code::MissingSelect,
        "index: GSI1, because",
        "index",
    );
    says(
        &text(&format!("scan: User, index: GSI1, {BECAUSE}")),
        Code::NotInIndex,
        "User, index: GSI1",
        "User",
    );
    let consistent = text(&format!("scan: Item, index: GSI1, select: [title], consistent: true, {BECAUSE}"));
    says(&consistent, Code::ConsistentIndex, "consistent", "consistent");
    assert!(scan(&format!("scan: Item, consistent: true, {BECAUSE}")).consistent);
    // An index that only a scan reads is read.
    let only = list(
        "",
        ENTITIES,
        &format!(
            "- {{ name: get_user, get: User }}\n- {{ name: every, scan: Item, index: GSI1, select: [title], {BECAUSE} }}"
        ),
    );
    clean(&only);
}

#[test]
fn a_scan_of_several_entities_has_a_type_of_its_own() {
    let plan = clean(&text(&format!("scan: [Item, User], {BECAUSE}")));
    let every = &plan.patterns[2];
    assert_eq!((every.entities.as_slice(), every.into.as_deref()), ([0, 1].as_slice(), Some("Every")));
    let Verb::Query(query) = &every.verb else { panic!("a scan") };
    assert!(query.alone, "nothing else is in the table");
    assert!(!every.is_scoped(&plan));
    assert!(explain(&plan).contains("Item + User"), "{}", explain(&plan));
    // Each has to be where it is looked for, and what asks for the attributes of one does not fit.
    let of = |words: &str| text(&format!("scan: [Item, User], {BECAUSE}, {words}"));
    says(&of("index: GSI1"), Code::NotInIndex, "User], because", "User");
    says(&of("filter: [owner_id = x]"), Code::WordDoesNotFit, "filter:", "filter");
    says(&of("select: [note]"), Code::WordDoesNotFit, "select: [note]", "select");
    says(&of("by: item_id"), Code::WordDoesNotFit, "by:", "by");
    let without = text("scan: [Item, User], because: x");
    says(&without, Code::MissingTenant, "scan:", "scan");
}

#[test]
fn what_a_scan_cannot_do_is_said() {
    for word in ["by: item_id", "range: item_id", "prefix: item_id", "fix: { item_id: x }", "order: asc"] {
        let name = word.split(':').next().expect("a word");
        says(&text(&format!("scan: Item, {BECAUSE}, {word}")), Code::WordDoesNotFit, word, name);
    }
    for word in ["because", "across_tenants"] {
        let text = text(&format!("query: Item, {word}: why"));
        says(&text, Code::WordDoesNotFit, &format!("{word}: why"), word);
    }
}

/// DynamoDB takes any attribute in the filter of a scan, those of the key too.
#[test]
fn a_scan_filters_what_it_gives_without_saving_capacity() {
    let text = text(&format!("scan: Item, filter: ['owner_id = {{owner}}'], {BECAUSE}"));
    let found = says(&text, Code::Filters, "filter:", "filter");
    assert!(found.message.contains("all of the table"), "{}", found.message);
}
