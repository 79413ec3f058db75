//! Warnings, and the reasons that silence them.

mod common;

use common::{clean, is, list, load, report, says};
use dal_spec::{Code, Severity};

const TYPES: &str = "id: ulid";
const ITEM: &str = "Item: { sort: 'ITEM#{id}', GSI1: { partition: '{tenant}#O#{owner}', sort: '{id}' } }";
const PATTERNS: &str =
    "- { name: get_item, get: Item }\n- { name: owned, query: Item, index: GSI1, select: [title] }";

#[test]
fn a_good_list_is_quiet() {
    clean(&list(TYPES, ITEM, PATTERNS));
}

#[test]
fn a_partition_that_all_items_share_is_hot() {
    let item =
        ITEM.replace("{ partition: '{tenant}#O#{owner}'", "{ across_tenants: Operators., partition: ITEMS");
    let d = says(&list(TYPES, &item, PATTERNS), Code::HotPartition, "ITEMS, sort", "ITEMS");
    assert_eq!(d.code.severity(), Severity::Warning);
    let allowed = item.replace("sort: '{id}'", "sort: '{id}', allow: { hot-partition: Few. }");
    let loaded = load(&list(TYPES, &allowed, PATTERNS));
    assert!(loaded.diagnostics.is_empty(), "{}", report(&loaded));
    assert_eq!((loaded.allowed.len(), loaded.allowed[0].reason.as_str()), (1, "Few."));
    assert_eq!(loaded.allowed[0].diagnostic.code, Code::HotPartition);
}

#[test]
fn one_item_is_no_hot_partition() {
    let only = |partition: &str| {
        let entities = format!("Front: {{ partition: {partition}, sort: PAGE }}");
        let list = list(TYPES, &entities, "- { name: get_front, get: Front }");
        list.lines()
            .filter(|line| !line.contains("tenant:") && !line.contains("GSI1"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let text = only("FRONT").replace("  indexes:\n", "");
    let loaded = load(&text);
    let codes: Vec<Code> = loaded.diagnostics.iter().map(|d| d.code).collect();
    assert!(!codes.contains(&Code::HotPartition), "{}", report(&loaded));
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    // A sort key with a part makes many items of it.
    let loaded = load(&text.replace("sort: PAGE", "sort: 'PAGE#{id}'"));
    assert!(loaded.diagnostics.iter().any(|d| d.code == Code::HotPartition), "{}", report(&loaded));
}

#[test]
fn what_nobody_reads_is_noticed() {
    let text = list(TYPES, &format!("{ITEM}\nUser: {{ sort: USER }}"), PATTERNS);
    says(&text, Code::UnreadEntity, "User:", "User");
    let two = list(TYPES, ITEM, PATTERNS)
        .replace("    GSI1: {", "    GSI2: { partition: A, sort: B, project: all }\n    GSI1: {");
    says(&two, Code::UnreadIndex, "GSI2", "GSI2");
    let text = list(TYPES, ITEM, PATTERNS).replace("[title] }\ntypes", "[title, price] }\ntypes");
    says(&text, Code::UnreadAttribute, "price", "price");
    let user = "User: { sort: 'USER#{id}', GSI1: { partition: '{tenant}#U', sort: '{id}' } }";
    let text =
        list(TYPES, &format!("{ITEM}\n{user}"), &format!("{PATTERNS}\n- {{ name: get_user, get: User }}"));
    says(&text, Code::UnreadEntry, "GSI1: { partition: '{tenant}#U'", "GSI1");
    says(&list(&format!("{TYPES}\nownr: ulid"), ITEM, PATTERNS), Code::UnusedType, "ownr", "ownr");
}

#[test]
fn attributes_that_may_be_renamed_are_left_to_the_struct() {
    // `heading` is not in the list: it may be what `price` is called in Rust.
    let text = list(TYPES, ITEM, &PATTERNS.replace("[title]", "[title, heading]"))
        .replace("[title] }\ntypes", "[title, price] }\ntypes");
    clean(&text);
}

#[test]
fn an_allow_that_silences_nothing_is_noticed() {
    let item = ITEM.replace("sort: 'ITEM#{id}'", "sort: 'ITEM#{id}', allow: { unread-entity: Later. }");
    let d = says(&list(TYPES, &item, PATTERNS), Code::UnusedAllow, "unread-entity", "unread-entity");
    assert_eq!(d.entity.as_deref(), Some("Item"));
}

#[test]
fn every_warning_of_a_node_can_be_allowed_there() {
    let text = list(
        "id: ulid\nother: ulid",
        &format!("{ITEM}\nUser: {{ sort: USER, allow: {{ unread-entity: Imported. }} }}"),
        PATTERNS,
    )
    .replace(
        "[title] }\ntypes",
        "[title, price], allow: { unread-attribute: Soon. } }\n  allow: { unused-type: Soon. }\ntypes",
    );
    let loaded = load(&text);
    assert!(loaded.diagnostics.is_empty(), "{}", report(&loaded));
    assert_eq!(loaded.allowed.len(), 3);
}

#[test]
fn warnings_wait_until_errors_are_gone() {
    let text = list(TYPES, &format!("{ITEM}\nUser: {{ sort: '{{' }}"), "- { name: get_item, get: Item }");
    let loaded = load(&text);
    assert_eq!(loaded.diagnostics.len(), 1, "{}", report(&loaded));
    is(&loaded.diagnostics[0], Code::UnbalancedBraces, "{", common::find(&text, "{' }"));
}
