//! Keys that meet: one key for two entities, lists that read a neighbour, collections.

mod common;

use common::{list, load, report, says};
use dal_spec::Code;
use dal_spec::plan::{Plan, Verb};

const TYPES: &str = "id: ulid\nuuid: uuid\nn: u32\nday: date\nstate: [open, closed]";

/// The plan of a list that may have warnings.
fn planned(text: &str) -> Plan {
    let loaded = load(text);
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    loaded.plan.expect("a plan")
}

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
    assert_eq!(d.message, "An item of `Item` can have the primary key of an item of `User`");
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
    assert_eq!(d.related[0].1, "`A` can have the same");
    assert_eq!(
        d.notes,
        ["two items with one key, of which the one written last would replace the other:
item A { tenant_id: 11111111111111111111111111, x: META }
item B { tenant_id: 11111111111111111111111111 }
key  PK = \"TENANT#11111111111111111111111111\", SK = \"X#META\""]
    );
    assert_eq!(d.help, ["begin SK of `B` with a text of its own, which ends in a delimiter: `B#…`"]);
    assert_eq!((d.owner, d.entity.as_deref()), (dal_spec::Owner::Entity("B".to_owned()), Some("B")));
}

#[test]
fn the_entity_without_a_text_of_its_own_is_to_be_changed() {
    let text = list(TYPES, "A: { sort: '{x:raw}' }\nB: { sort: 'B#{y}' }", "");
    let d = says(&text, Code::SameKey, "'B#{y}'", "'B#{y}'");
    assert_eq!(d.help, ["begin SK of `A` with a text of its own, which ends in a delimiter: `A#…`"]);
}

#[test]
fn what_follows_from_a_key_that_is_reported_is_not_reported() {
    let entities = "A: { sort: 'X#{x}' }\nB: { sort: 'X#{y}' }\nC: { sort: 'C#{z}' }";
    let patterns = "- { name: list_a, query: A }\n- { name: list_b, query: B }\n- { name: list_c, query: C }";
    let loaded = load(&list(TYPES, entities, patterns));
    assert_eq!(loaded.diagnostics.len(), 1, "{}", report(&loaded));
    let plan = loaded.plan.expect("a plan");
    let left: Vec<&str> = plan.patterns.iter().map(|pattern| pattern.name.as_str()).collect();
    assert_eq!(left, ["list_a", "list_c"], "the others still become code");
    assert_eq!(plan.left_out, ["B"]);
    // The prover's findings are all there, over the plan that was proved.
    let proof = loaded.proof.expect("findings");
    assert_eq!((proof.plan.entities.len(), proof.findings.len()), (3, 3));
    // A stranger that nobody else meets is told besides.
    let more = format!("{entities}\nD: {{ sort: 'C#{{z}}#{{n}}' }}");
    assert_eq!(errors(&more, patterns), [Code::SameKey, Code::ListLeaks]);
}

#[test]
fn what_nothing_proves_is_refused_and_says_so() {
    // No day is the 29th of February of that year, which the language of dates does not know.
    let text = list(TYPES, "A: { sort: '{day}' }\nB: { sort: '2023-02-29' }", "");
    let d = says(&text, Code::SameKey, "'2023-02-29'", "'2023-02-29'");
    assert!(d.message.starts_with("It could not be decided whether items of `B` and `A`"), "{d:?}");
    assert!(d.notes[0].contains("nothing proves that none do"), "{d:?}");
    assert_eq!(d.label, "");
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
    assert_eq!(d.message, "`list_users` also reads items of `Order`, not only of `User`");
    assert_eq!(d.label, "it reads PK = TENANT#{tenant_id} AND begins_with(SK, USER#)");
    assert!(d.related[0].1.starts_with("an item of `Order` can have \"USER#"), "{d:?}");
    let note: Vec<&str> = d.notes[0].lines().collect();
    assert_eq!(note[0], "this query would return an item of `Order`:");
    assert!(
        note[1].starts_with("query PK = \"TENANT#") && note[1].ends_with("begins_with(SK, \"USER#\")"),
        "{d:?}"
    );
    assert!(note[2].starts_with("item  Order { tenant_id: ") && note[2].contains(", x: "), "{d:?}");
    assert!(note[3].starts_with("key   PK = \"TENANT#") && note[3].contains("SK = \"USER#"), "{d:?}");
    assert!(
        d.help[0].ends_with("begin SK with a text of its own, such as `ORDER#…`, instead of \"USER#\""),
        "{d:?}"
    );
    assert_eq!((d.entity.as_deref(), d.pattern.as_deref()), (Some("User"), Some("list_users")));
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
fn a_part_of_the_partition_need_not_be_shared() {
    // The partition has bound `n`, wherever the sort keys hold it.
    let key = |sort: &str| format!("{{ partition: '{{tenant}}#N#{{n}}', sort: '{sort}' }}");
    let entities = format!("A: {}\nB: {}\n", key("A#{n}"), key("B#{id}"));
    let loaded = load(&list(TYPES, &entities, "- { name: both, query: [A, B] }"));
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    let plan = loaded.plan.expect("a plan");
    let Verb::Query(query) = &plan.patterns[0].verb else { panic!("a query") };
    assert_eq!(query.condition, "PK = TENANT#{tenant_id}#N#{n}");
    // Strangers among the keys are found as ever.
    let stranger = entities + &format!("C: {}", key("C#{x}"));
    assert_eq!(errors(&stranger, "- { name: both, query: [A, B] }"), [Code::StrangerInCollection]);
    // What only the sort key holds must be shared.
    let entities = format!("A: {}\nB: {}\n", key("A#{n}#{id}"), key("B#{id}"));
    assert_eq!(errors(&entities, "- { name: both, query: [A, B], by: id }"), [Code::CollectionApart]);
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
fn collections_on_a_narrow_index_say_what_they_need() {
    let entities = "A: { sort: 'X#A', GSI1: { partition: '{tenant}#X', sort: 'A' } }\nB: { sort: 'X#B', GSI1: { partition: '{tenant}#X', sort: 'B' } }";
    says(
        &list(TYPES, entities, "- { name: both, query: [A, B], index: GSI1 }"),
        Code::MissingSelect,
        "index: GSI1 }",
        "index",
    );
}

/// The item at an end is one of the entities that the pattern names, or the list is refused.
#[test]
fn the_end_of_several_entities_is_of_none_but_them() {
    let entities = "A: { sort: 'X#{at}#A' }\nB: { sort: 'X#{at}#B' }\nC: { sort: 'Y#{at}' }";
    let plan = |pattern: &str| {
        let types = format!("{TYPES}\nat: time.ms");
        let plan = planned(&list(
            &types,
            entities,
            &format!("- {{ name: end, {pattern} }}\n- {{ name: c, query: C }}"),
        ));
        match &plan.patterns[0].verb {
            Verb::Query(query) => (query.one, query.descending, query.bound, query.prefix.clone()),
            Verb::Get { .. } => panic!("a query"),
        }
    };
    assert_eq!(plan("latest: [A, B]"), (true, true, 1, String::new()));
    assert_eq!(plan("first: [A, B]"), (true, false, 1, String::new()));
    assert_eq!(plan("first: [A, B], order: newest"), (true, true, 1, String::new()));
    assert_eq!(plan("latest: [A, C], skip: { B: x }"), (true, true, 0, String::new()));
    let errors = |entities: &str, pattern: &str| {
        let types = format!("{TYPES}\nat: time.ms");
        let loaded = load(&list(&types, entities, pattern));
        loaded.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.code).collect::<Vec<_>>()
    };
    let stranger = format!("{entities}\nD: {{ sort: 'X#{{at}}#D' }}");
    for verb in ["first", "latest"] {
        let both = format!("- {{ name: end, {verb}: [A, B] }}");
        assert_eq!(errors(&stranger, &both), [Code::StrangerInCollection], "{verb}");
        let wide = format!("- {{ name: end, {verb}: [A, C] }}");
        assert_eq!(errors(entities, &wide), [Code::StrangerInCollection], "{verb}");
        let skipped = format!("- {{ name: end, {verb}: [A, B], skip: {{ D: why }} }}");
        assert_eq!(errors(&stranger, &skipped), [], "{verb}");
        let limit = format!("- {{ name: end, {verb}: [A, B], limit: 3 }}");
        assert_eq!(errors(entities, &limit), [Code::WordDoesNotFit], "{verb}");
        let full = "A: { sort: 'X#{id}' }\nB: { sort: 'X#{id}', shares: A }";
        let full = errors(full, &format!("- {{ name: end, {verb}: [A, B], by: id }}"));
        assert!(full.contains(&Code::NothingToPick), "{full:?}");
    }
    assert_eq!(errors(entities, "- { name: end, latest: [A, B], order: asc }"), [Code::WordDoesNotFit]);
}

/// Items of several entities have a time to be ordered by where all keys have it at one place.
#[test]
fn an_order_by_time_is_by_a_part_that_all_keys_share() {
    let types = format!("{TYPES}\nat: time.ms");
    let entities = "A: { sort: '{at}#A' }\nB: { sort: '{id}' }";
    for verb in ["query", "first"] {
        let text = list(&types, entities, &format!("- {{ name: both, {verb}: [A, B], order: newest }}"));
        let found = says(&text, Code::CollectionApart, "newest", "newest");
        assert_eq!(found.related[0].1, "its keys go on with something else", "{}", found.render());
    }
    // The order of the keys themselves is told without one, whatever the first key's own order is.
    let down = "A: { sort: '{at:desc}#A' }\nB: { sort: '{id}' }";
    for (entities, pattern, backwards) in [
        (entities, "query: [A, B], order: desc", true),
        (entities, "latest: [A, B]", true),
        (down, "latest: [A, B]", true),
        (down, "first: [A, B]", false),
        ("A: { sort: '{at:desc}#A' }\nB: { sort: '{at:desc}#B' }", "latest: [A, B]", false),
    ] {
        let plan = planned(&list(&types, entities, &format!("- {{ name: both, {pattern} }}")));
        let Verb::Query(query) = &plan.patterns[0].verb else { panic!("a query") };
        assert_eq!(query.descending, backwards, "{entities} {pattern}");
    }
}

#[test]
fn a_list_of_a_whole_partition_needs_a_text_of_its_own() {
    let text = list(TYPES, "A: { sort: '{id}' }\nB: { sort: 'B#{n}' }", "- { name: list_a, query: A }");
    let d = says(&text, Code::ListLeaks, "query: A", "query");
    assert_eq!(
        d.help[0],
        "begin SK of `A` with a text of its own, such as `A#…`: its query reads the whole partition"
    );
}

#[test]
fn a_beginning_that_the_stranger_would_keep_is_not_suggested() {
    let entities =
        "User: { sort: 'USERA#{id}' }\nNote: { sort: 'USERB#{id}' }\nUserItem: { sort: 'USER#{n}' }";
    let text = list(TYPES, entities, "- { name: overview, query: [User, Note] }");
    let d = says(&text, Code::StrangerInCollection, "query: [User, Note]", "query");
    assert_eq!(
        d.help[0], "move the keys of `UserItem` apart: begin SK with another text than \"USER\"",
        "{d:?}"
    );
}

#[test]
fn a_key_is_read_in_one_way() {
    let types = "area: { text: '[a-z-]+' }\nroom: { text: '[a-z-]+' }";
    let text =
        list(types, "Room: { sort: 'ROOM#{area}-{room}' }", "- { name: rooms, query: Room, by: area }");
    let d = says(&text, Code::AmbiguousKey, "'ROOM#{area}-{room}'", "'ROOM#{area}-{room}'");
    assert!(d.notes[0].contains("is written for either of these items:\nitem  Room { tenant_id: "), "{d:?}");
    assert_eq!(d.entity.as_deref(), Some("Room"));
    assert_eq!(
        errors("Room: { sort: 'ROOM#{area}#{room}' }", "- { name: rooms, query: Room, by: area }"),
        []
    );
}

#[test]
fn a_query_reads_only_what_it_asks_for() {
    let types = "code: { text: '[a-z]+' }\nprice_id: ulid";
    let pattern = "- { name: prices_of, query: Price, by: code }";
    let text = list(types, "Price: { sort: 'PRICE#{code}v{price_id}' }", pattern);
    let d = says(&text, Code::LoosePrefix, "query: Price", "query");
    assert!(d.notes[0].starts_with("asked for code: "), "{d:?}");
    assert!(d.notes[0].contains("this query would return an item with another value:\nquery PK = "), "{d:?}");
    assert!(d.help[0].contains("let a literal follow `{code}`"), "{d:?}");
    assert_eq!((d.entity.as_deref(), d.pattern.as_deref()), (Some("Price"), Some("prices_of")));
    assert!(!load(&list(types, "Price: { sort: 'PRICE#{code}#{price_id}' }", pattern)).has_errors());
}

#[test]
fn a_collection_reads_all_items_of_its_members() {
    let entities = |account: &str| {
        format!(
            "Account: {{ partition: '{{tenant}}#USER#{{id}}', sort: '{account}' }}\n\
             Share: {{ partition: '{{tenant}}#USER#{{owner}}', sort: 'ACCOUNT#{{friend}}#SHARE' }}"
        )
    };
    let types = "id: ulid\nowner: ulid\nfriend: ulid\nother: ulid";
    let pattern = "- { name: shares_of, query: [Account, Share] }";
    let text = list(types, &entities("ACCOUNT#{id}#MAIN"), pattern);
    let d = says(&text, Code::CollectionMisses, "query: [Account", "query");
    assert_eq!(d.message, "`shares_of` does not read all items of `Share`");
    assert!(d.notes[0].starts_with("every query binds one value for `owner` and `friend`"), "{d:?}");
    assert!(d.notes[0].contains("\nitem  Share { tenant_id: "), "{d:?}");
    assert_eq!(d.owner, dal_spec::Owner::Collection("SharesOf".to_owned()));
    // With a field of its own the query reads every share.
    let loaded = load(&list(types, &entities("ACCOUNT#{other}#MAIN"), pattern));
    assert!(!loaded.has_errors(), "{}", report(&loaded));
}

#[test]
fn an_inverted_index_has_one_item_under_a_key() {
    let types = "user: ulid\nfriend: ulid\nn: u32";
    let entity = |sort: &str, entry: &str, allow: &str| {
        format!(
            "Follow: {{ partition: '{{tenant}}#USER#{{user}}', sort: 'FOLLOWS#{{friend}}#{{n}}', \
             GSI1: {{ partition: '{{tenant}}#FRIEND#{{friend}}', sort: '{sort}'{entry} }}{allow} }}"
        )
    };
    let read = |allow: &str| {
        format!(
            "- {{ name: follows, query: Follow }}\n- {{ name: followers, query: Follow, index: GSI1, select: [title]{allow} }}"
        )
    };
    let text = list(types, &entity("USER#{user}", "", ""), &read(""));
    let d = says(&text, Code::SharedIndexKey, "'{tenant}#FRIEND#{friend}'", "'{tenant}#FRIEND#{friend}'");
    assert!(d.notes[0].starts_with("two items with one key in `GSI1`:\nitem Follow { "), "{d:?}");
    assert!(d.notes[0].contains("\nkey  GSI1PK = \"TENANT#"), "{d:?}");
    assert!(load(&list(types, &entity("USER#{user}#{n}", "", ""), &read(""))).diagnostics.is_empty());
    let why = ", allow: { shared-index-key: One is as good as another. }";
    for allowed in [
        list(types, &entity("USER#{user}", why, ""), &read("")),
        list(types, &entity("USER#{user}", "", why), &read("")),
        list(types, &entity("USER#{user}", "", ""), &read(why)),
    ] {
        let loaded = load(&allowed);
        assert!(loaded.diagnostics.is_empty(), "{}", report(&loaded));
        assert_eq!(loaded.allowed[0].reason, "One is as good as another.");
    }
}
