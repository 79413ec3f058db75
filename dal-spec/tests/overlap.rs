//! Keys that meet: one key for two entities, lists that read a neighbour, collections.

mod common;

use common::{list, load, report, says};
use dal_spec::Code;
use dal_spec::plan::Verb;

const TYPES: &str = "id: ulid\nuuid: uuid\nn: u32\nday: date\nstate: [open, closed]";

fn errors(entities: &str, patterns: &str) -> Vec<Code> {
    load(&list(TYPES, entities, patterns))
        .diagnostics
        .iter()
        .filter(|d| d.is_error())
        .map(|d| d.code)
        .collect()
}

#[test]
fn two_entities_never_have_one_key() {
    let text = list(TYPES, "User: { sort: PROFILE }\nItem: { sort: PROFILE }", "");
    let d = says(&text, Code::SameKey, "Item: { sort: PROFILE", "PROFILE");
    assert_eq!(d.message, "An item of `Item` can have the key of an item of `User`");
}

#[test]
fn a_text_part_meets_what_it_can_hold() {
    // `{x}` can be `META`, an id cannot.
    assert_eq!(errors("A: { sort: 'X#{x}' }\nB: { sort: 'X#META' }", ""), [Code::SameKey]);
    for (a, b) in [
        ("X#{id}", "X#META"),
        ("X#{x}", "X#A#B"),
        ("X#{id}", "X#{uuid}"),
        ("X#{n}", "X#{day}"),
        ("X#{state}", "X#{n}"),
        ("USER#{x}", "USERS#{x}"),
        ("X#{x:lower}", "X#A"),
    ] {
        assert_eq!(errors(&format!("A: {{ sort: '{a}' }}\nB: {{ sort: '{b}' }}"), ""), [], "{a} and {b}");
    }
    for (a, b) in [("X#{state}", "X#open"), ("X#{n}", "X#0000000017"), ("X#{x}#{y}", "X#{y}#{n}")] {
        assert_eq!(
            errors(&format!("A: {{ sort: '{a}' }}\nB: {{ sort: '{b}' }}"), ""),
            [Code::SameKey],
            "{a} and {b}"
        );
    }
    // Another partition is another key.
    assert_eq!(
        errors("A: { partition: '{tenant}#A', sort: X }\nB: { partition: '{tenant}#B', sort: X }", ""),
        []
    );
}

#[test]
fn a_collision_shows_an_example() {
    let text = list(TYPES, "A: { sort: 'X#{x}' }\nB: { sort: 'X#META' }", "");
    let d = says(&text, Code::SameKey, "'X#META'", "'X#META'");
    assert_eq!(d.label, "for example \"X#META\"");
    assert!(d.notes[0].contains("one would replace the other"), "{d:?}");
    assert_eq!(d.entity.as_deref(), Some("B"));
}

#[test]
fn a_list_reads_only_its_own() {
    let entities = "User: { sort: 'USER#{x}' }\nOrder: { sort: 'USER#{x}#ORDER#{id}' }";
    let d = says(
        &list(TYPES, entities, "- { name: list_users, query: User }"),
        Code::ListLeaks,
        "query: User",
        "query",
    );
    assert_eq!(d.message, "`list_users` also reads `Order`, which its query for `User` covers");
    assert!(d.related[0].1.starts_with("an item of `Order` can have \"USER#"), "{d:?}");
    assert!(d.help.iter().any(|help| help.contains("query: [User, Order]")));
    // Its own orders are another matter.
    assert_eq!(errors(entities, "- { name: orders, query: Order, by: x }"), []);
    // A name that begins like another is apart, as the prefix ends at a delimiter.
    assert_eq!(
        errors(
            "User: { sort: 'USER#{x}' }\nUserName: { sort: 'USERNAME#{x}' }",
            "- { name: list_users, query: User }"
        ),
        []
    );
}

#[test]
fn a_list_reads_only_its_own_in_an_index() {
    let entity = |name: &str, partition: &str| {
        format!(
            "{name}: {{ sort: '{name}#{{id}}', GSI1: {{ partition: '{{tenant}}#{partition}', sort: '{{n}}' }} }}\n"
        )
    };
    let pattern = "- { name: a_list, query: A, index: GSI1, select: [title] }";
    assert_eq!(errors(&(entity("A", "X#{x}") + &entity("B", "X#{y}")), pattern), [Code::ListLeaks]);
    assert_eq!(errors(&(entity("A", "X#{x}") + &entity("B", "Y#{y}")), pattern), []);
}

#[test]
fn without_a_sort_key_a_query_reads_the_partition() {
    let entity = |name: &str, partition: &str| {
        format!("{name}: {{ sort: '{name}#{{id}}', GSI1: {{ partition: '{{tenant}}#{partition}' }} }}\n")
    };
    let codes = |entities: String| {
        let text = list(TYPES, &entities, "- { name: a_list, query: A, index: GSI1, select: [title] }");
        let loaded = load(&text.replace(", sort: GSI1SK", ""));
        loaded.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(entity("A", "X#{x}") + &entity("B", "X#{y}")), [Code::ListLeaks]);
    assert_eq!(codes(entity("A", "X#{x}") + &entity("B", "Y#{y}")), []);
}

#[test]
fn equality_does_not_leak() {
    // A full key is read by equality, so a longer key is not covered.
    assert_eq!(
        errors("A: { sort: TENANT }\nB: { sort: 'TENANT#BILLING' }", "- { name: the_a, query: A }"),
        []
    );
}

#[test]
fn a_collection_reads_what_it_lists() {
    let entities = "A: { sort: TENANT }\nB: { sort: 'TENANT#BILLING' }";
    let loaded = load(&list(TYPES, entities, "- { name: overview, query: [A, B] }"));
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    let text = list(
        TYPES,
        &format!("{entities}\nC: {{ sort: 'TENANTS#{{id}}' }}"),
        "- { name: overview, query: [A, B] }",
    );
    let d = says(&text, Code::StrangerInCollection, "query: [A, B]", "query");
    assert_eq!(d.owner, dal_spec::Owner::Collection("Overview".to_owned()));
    assert!(d.help.iter().any(|help| help == "or read them together, on purpose: `query: [A, B, C]`"));
    assert!(d.help.iter().any(|help| help == "or get each by its full key"));
}

#[test]
fn a_collection_shares_its_bound_parts() {
    let entities = "A: { sort: 'X#{id}#A' }\nB: { sort: 'X#{id}#B#{n}' }";
    let loaded = load(&list(TYPES, entities, "- { name: both, query: [A, B], by: id, into: Pair }"));
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    let plan = loaded.plan.expect("a plan");
    let Verb::Query(query) = &plan.patterns[0].verb else { panic!("a query") };
    assert_eq!((query.bound, query.prefix.as_str()), (2, "#"));
    assert_eq!(query.condition, "PK = TENANT#{tenant_id} AND begins_with(SK, X#{id}#)");
    assert_eq!(plan.patterns[0].into.as_deref(), Some("Pair"));
}

#[test]
fn a_collection_lies_in_one_partition() {
    let entities = "A: { sort: 'X#A' }\nB: { partition: '{tenant}#B', sort: 'X#B' }";
    says(&list(TYPES, entities, "- { name: both, query: [A, B] }"), Code::CollectionApart, "B] }", "B");
    // A part that is bound stands in all keys.
    let entities = "A: { sort: 'X#{id}' }\nB: { sort: 'X#{n}' }";
    says(
        &list(TYPES, entities, "- { name: both, query: [A, B], by: id }"),
        Code::CollectionApart,
        "by: id",
        "by",
    );
}

#[test]
fn a_collection_ends_at_a_delimiter() {
    let entities = "A: { sort: 'X#{x}' }\nB: { sort: 'X#{x}#B#{n}' }";
    says(
        &list(TYPES, entities, "- { name: both, query: [A, B], by: x }"),
        Code::CollectionUnbounded,
        "query: [A, B]",
        "query",
    );
    let fixed = entities.replace("{x}", "{id}");
    assert_eq!(errors(&fixed, "- { name: both, query: [A, B], by: id }"), [], "an id has one length");
}

#[test]
fn collections_to_come_are_refused_by_name() {
    let entities = "A: { sort: 'X#A', GSI1: { partition: '{tenant}#X', sort: 'A' } }\nB: { sort: 'X#B', GSI1: { partition: '{tenant}#X', sort: 'B' } }";
    says(
        &list(TYPES, entities, "- { name: both, query: [A, B], index: GSI1 }"),
        Code::NotBuiltYet,
        "index: GSI1 }",
        "index",
    );
    says(&list(TYPES, entities, "- { name: both, latest: [A, B] }"), Code::NotBuiltYet, "latest", "latest");
}
