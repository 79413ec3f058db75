//! Unique values, and fields that the runtime fills.

mod common;

use common::{list, load, report, says};
use dal_spec::plan::{EntityPlan, GUARD_SORT};
use dal_spec::{Code, explain};

const TYPES: &str = "at: time.ms";

fn item(words: &str) -> String {
    list(TYPES, &format!("Item: {{ sort: 'ITEM#{{id}}', {words} }}"), "- { name: items, query: Item }")
}

fn plan(text: &str) -> EntityPlan {
    let loaded = load(text);
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    loaded.plan.expect("a plan").entities.remove(0)
}

#[test]
fn filled_fields_are_planned_behind_those_of_keys() {
    let entity = plan(&item("version: rev, created: made, updated: at"));
    let names: Vec<&str> = entity.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["tenant_id", "id", "rev", "made", "at"]);
    let managed = entity.managed;
    assert_eq!((managed.version, managed.created, managed.updated), (Some(2), Some(3), Some(4)));
    assert_eq!(entity.primary_fields, 2);
}

#[test]
fn a_filled_field_has_a_kind_that_can_be_filled() {
    for (types, words, under) in [
        ("rev: ulid", "version: rev", "rev"),
        ("rev: i64", "version: rev", "rev"),
        ("rev: u8", "version: rev", "rev"),
        ("rev: 1..", "version: rev", "rev"),
        ("at: date", "created: at", "at"),
        ("at: u8", "updated: at", "at"),
    ] {
        let text = list(types, &format!("Item: {{ sort: ITEM, {words} }}"), "");
        let all = load(&text).diagnostics;
        assert!(all.iter().any(|found| found.code == Code::ManagedKind), "{types}");
        let found = all.iter().find(|found| found.code == Code::ManagedKind).expect("reported");
        assert_eq!(found.place.as_ref().map(|place| place.length), Some(under.len()));
    }
    for (types, words) in
        [("rev: u32", "version: rev"), ("at: u64", "created: at"), ("at: i64", "updated: at")]
    {
        let text = list(types, &format!("Item: {{ sort: ITEM, {words} }}"), "");
        assert!(!load(&text).has_errors(), "{types}");
    }
}

#[test]
fn a_key_part_without_a_kind_is_text_and_cannot_be_filled() {
    let text = list(
        "",
        "Item: { sort: ITEM, updated: seen, GSI1: { partition: '{tenant}#I', sort: '{seen}' } }",
        "",
    );
    let found = says(&text, Code::ManagedKind, "updated: seen", "seen");
    assert!(found.message.contains("which a field without a kind is"), "{}", found.message);
}

#[test]
fn a_filled_field_stands_where_it_can() {
    for words in [
        "sort: 'A#{at}', created: at",
        "sort: 'A#{rev}', version: rev",
        "sort: A, updated: at, unique: { at: '{tenant}#AT#{at}' }",
        "sort: A, version: rev, GSI1: { partition: '{tenant}#I', sort: '{rev}' }",
        "sort: A, created: at, GSI1: { partition: '{tenant}#I', sort: A, when: { at: present } }",
    ] {
        let text = list("at: time.ms\nrev: u64", &format!("Item: {{ {words} }}"), "");
        let codes: Vec<Code> = load(&text).diagnostics.iter().map(|found| found.code).collect();
        assert!(codes.contains(&Code::ManagedKeyPart), "{words}: {codes:?}");
    }
    // The times can be parts of index keys.
    let text = list(
        TYPES,
        "Item: { sort: 'ITEM#{id}', updated: at, GSI1: { partition: '{tenant}#O#{owner}', sort: '{at}' } }",
        "- { name: items, query: Item }\n- { name: by_owner, query: Item, index: GSI1, select: [title] }",
    );
    let entity = plan(&text);
    let [group] = entity.groups.as_slice() else { panic!("one group: {:?}", entity.groups) };
    assert!(group.stamped);
    let names: Vec<&str> = group.fields.iter().map(|&field| entity.fields[field].name.as_str()).collect();
    assert_eq!(names, ["owner"], "the runtime fills the time of the last write");
}

#[test]
fn one_field_is_filled_with_one_thing() {
    let loaded = load(&item("created: at, updated: at"));
    let [found] = loaded.diagnostics.as_slice() else { panic!("{}", report(&loaded)) };
    assert_eq!((found.code, found.related.len()), (Code::ManagedTwice, 1));
}

#[test]
fn a_unique_key_begins_with_the_tenant_or_says_why_not() {
    let text = item("unique: { mail: 'MAIL#{mail}' }");
    let found = says(&text, Code::MissingTenant, "'MAIL#{mail}'", "'MAIL#{mail}'");
    assert!(found.help[1].contains("across_tenants"), "{:?}", found.help);
    let text = item("unique: { mail: { key: 'MAIL#{mail}', across_tenants: One login for all. } }");
    let entity = plan(&text);
    assert_eq!(entity.unique[0].across_tenants.as_deref(), Some("One login for all."));
    let text = item("unique: { mail: { key: '{tenant}#MAIL#{mail}', across_tenants: One login. } }");
    says(&text, Code::NeedlessAcross, "One login.", "One login.");
    let text = item("unique: { mail: { across_tenants: One login. } }");
    assert_eq!(load(&text).diagnostics[0].code, Code::MissingWord);
}

#[test]
fn a_unique_key_holds_its_field() {
    let text = item("unique: { mail: '{tenant}#MAIL#{email}' }");
    says(&text, Code::UniqueWithoutField, "'{tenant}#MAIL#{email}'", "'{tenant}#MAIL#{email}'");
    let entity = plan(&item("unique: { seat: '{tenant}#SEAT#{room}#{seat}' }"));
    assert_eq!(entity.unique[0].template.text, "TENANT#{tenant_id}#SEAT#{room}#{seat}");
    assert!(entity.groups.is_empty() && entity.fields.len() == 4);
}

#[test]
fn guards_are_members_of_the_table() {
    // An entity whose keys can be a guard's.
    let text = list(
        "",
        "Item: { sort: 'ITEM#{id}', unique: { mail: '{tenant}#MAIL#{mail}' } }
Mail: { partition: '{tenant}#MAIL#{mail}', sort: '$UNIQUE' }",
        "- { name: items, query: Item }\n- { name: get_mail, get: Mail }",
    );
    let loaded = load(&text);
    let all: Vec<_> = loaded.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert_eq!(all.len(), 1, "{}", report(&loaded));
    assert_eq!(all[0].code, Code::SameKey);
    assert!(all[0].message.contains("guards of `Item.mail`"), "{}", all[0].message);
    // The same key for two values: one would take what belongs to the other.
    let text = list(
        "",
        "Item: { sort: 'ITEM#{id}', unique: { mail: '{tenant}#MAIL#{mail}' } }
User: { sort: 'USER#{id}', unique: { mail: '{tenant}#MAIL#{mail}' } }",
        "- { name: items, query: Item }\n- { name: users, query: User }",
    );
    let loaded = load(&text);
    assert_eq!(loaded.diagnostics[0].code, Code::SameKey, "{}", report(&loaded));
    assert!(loaded.diagnostics[0].help[0].contains("MAIL#"), "{:?}", loaded.diagnostics[0].help);
    // A query of a whole partition in which guards lie.
    let text =
        list("", "Item: { sort: '{id}', unique: { mail: '{tenant}' } }", "- { name: items, query: Item }");
    let codes: Vec<Code> = load(&text).diagnostics.iter().map(|found| found.code).collect();
    assert!(codes.contains(&Code::UniqueWithoutField), "{codes:?}");
    let text = list(
        "",
        "Item: { partition: '{tenant}#{mail}', sort: '{id}#ITEM', unique: { mail: '{tenant}#{mail}' } }",
        "- { name: items, query: Item }",
    );
    let loaded = load(&text);
    assert_eq!(loaded.diagnostics[0].code, Code::ListLeaks, "{}", report(&loaded));
    assert!(!loaded.diagnostics[0].help.iter().any(|help| help.contains("read them together")));
}

#[test]
fn the_report_says_what_is_kept() {
    let text = item("version: rev, unique: { mail: '{tenant}#MAIL#{mail:lower}' }");
    let report = explain(&load(&text).plan.expect("a plan"));
    assert!(
        report.contains("Entity `Item`: version rev; unique mail: TENANT#{tenant_id}#MAIL#{mail:lower}"),
        "{report}"
    );
    assert_eq!(GUARD_SORT, "$UNIQUE");
}
