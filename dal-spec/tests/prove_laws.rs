//! Each law of the prover on small designs: what breaks it is found with values that show it, what keeps it is not.

mod prove_support;

use dal_spec::prove::{Finding, Law};
use prove_support::Model;

fn law(law: Law, names: &str) -> (Law, String) {
    (law, names.to_owned())
}

const NONE: [(Law, String); 0] = [];

/// The one finding of a law.
fn only(model: &Model, law: Law) -> Finding {
    let mut findings = model.prove();
    findings.retain(|finding| finding.law == law);
    assert_eq!(findings.len(), 1, "{findings:#?}");
    findings.remove(0)
}

#[test]
fn keys_that_begin_with_texts_of_their_own_never_meet() {
    let model = Model::new()
        .entity("User", "TENANT#{tenant_id:ulid}", "USER#{user_id:text}")
        .entity("Item", "TENANT#{tenant_id:ulid}", "ITEM#{item_id:text}")
        .list("User")
        .list("Item");
    assert_eq!(model.laws(), NONE);
}

#[test]
fn two_entities_that_can_share_a_key_are_found() {
    let model = Model::new().entity("User", "TENANT#{tenant_id:ulid}", "USER#{user_id:text}").entity(
        "Admin",
        "TENANT#{tenant_id:ulid}",
        "USER#{name:/[a-z]+/}",
    );
    assert_eq!(model.laws(), [law(Law::Collision, "Admin User")]);
    let finding = only(&model, Law::Collision);
    let example = finding.counter_example.unwrap();
    assert_eq!(example.items[0].key.sort.as_deref(), Some("USER#a"));
    assert_eq!(finding.message, "An item of `Admin` can have the primary key of an item of `User`");
    assert!(finding.notes[0].contains("the one written last would replace the other"), "{:?}", finding.notes);
    assert!(finding.help[0].contains("`ADMIN#…`"), "{:?}", finding.help);
}

#[test]
fn keys_meet_only_where_both_attributes_do() {
    let model = Model::new()
        .entity("User", "USER#{user_id:text}", "PROFILE")
        .entity("Org", "ORG#{org_id:text}", "PROFILE")
        .entity("Post", "USER#{user_id:text}", "POST#{post_id:ulid}");
    assert_eq!(model.laws(), NONE);
}

#[test]
fn kinds_decide_whether_keys_meet() {
    // No ulid is a word or a number of another width; a date is no uuid.
    let apart = Model::new()
        .entity("A", "P", "{id:ulid}")
        .entity("B", "P", "{id:uuid}")
        .entity("C", "P", "{day:date}")
        .entity("D", "P", "{state:open|closed}")
        .entity("E", "P", "{number:u64}")
        .entity("F", "P", "{when:time}");
    assert_eq!(apart.laws(), NONE);
    let meeting = Model::new().entity("A", "P", "{number:u8}").entity("B", "P", "{number:10..300}");
    assert_eq!(meeting.laws(), [law(Law::Collision, "B A")]);
    let apart = Model::new().entity("A", "P", "{number:0..14}").entity("B", "P", "{number:15..99}");
    assert_eq!(apart.laws(), NONE);
}

#[test]
fn escapes_keep_values_that_look_like_keys_apart() {
    let escaped = Model::new().entity("Note", "T#{tenant:text}", "NOTE#{id:text}").entity(
        "Page",
        "T#{tenant:text}",
        "NOTE#{id:text}#PAGE",
    );
    assert_eq!(escaped.laws(), NONE);
    let raw = Model::new().entity("Note", "T#{tenant:text}", "NOTE#{id:text:raw}").entity(
        "Page",
        "T#{tenant:text}",
        "NOTE#{id:text}#PAGE",
    );
    assert_eq!(raw.laws(), [law(Law::Collision, "Page Note")]);
}

#[test]
fn a_field_in_both_attributes_has_one_value() {
    // As languages both pairs of attributes meet; the same region stands in both.
    let model = Model::new().entity("A", "R#{region:eu|us}", "{region}#{id:ulid}").entity(
        "B",
        "R#{place:eu|us}",
        "{place}#{id:ulid}",
    );
    assert_eq!(model.laws(), [law(Law::Collision, "B A")]);
    let model =
        Model::new().entity("A", "R#{region:eu|us}", "X#{region}").entity("B", "R#eu", "X#{other:eu|us}");
    assert_eq!(model.laws(), [law(Law::Collision, "B A")]);
    let example = only(&model, Law::Collision).counter_example.unwrap();
    assert_eq!(example.items[0].key.sort.as_deref(), Some("X#eu"));
}

#[test]
fn what_no_values_make_equal_is_said_to_be_undecided() {
    // Of few values, each is looked at.
    let model = Model::new().entity("A", "R#{region:eu|us}", "X#{region}").entity("B", "R#eu", "X#us");
    assert_eq!(model.laws(), NONE);
    // Of one name in both attributes, the beginnings are equal, and the rest is not.
    let model = Model::new().entity("A", "R#{name:text}", "{name}").entity("B", "R#{name:text}", "{name}x");
    assert_eq!(model.laws(), NONE);
    let model = Model::new().entity("A", "R#{name:text}", "X#{name}").entity("B", "R#eu", "X#us");
    let finding = only(&model, Law::Collision);
    assert!(!finding.certain && finding.counter_example.is_none());
    assert!(finding.message.starts_with("It could not be decided"), "{}", finding.message);
}

#[test]
fn texts_that_no_value_writes_are_no_counter_examples() {
    // 29 February is in the language of dates; the codec writes it in leap years only.
    let model = Model::new().entity("A", "P", "{day:date}").entity("B", "P", "2023-02-29");
    assert!(!only(&model, Law::Collision).certain);
    let model = Model::new().entity("A", "P", "{day:date}").entity("B", "P", "2024-02-29");
    assert!(only(&model, Law::Collision).certain);
    // The smallest text of a float's language is not a number.
    let model = Model::new().entity("A", "P", "{x:f64}").entity("B", "P", "{y:/[0-9a-f]{16}/}");
    assert!(only(&model, Law::Collision).certain);
}

#[test]
fn adjacent_parts_are_ambiguous_where_lengths_vary() {
    let bad = Model::new().entity("A", "P", "{a:text}{b:text}");
    assert_eq!(bad.laws(), [law(Law::Ambiguous, "A")]);
    let example = only(&bad, Law::Ambiguous).counter_example.unwrap();
    assert_eq!(example.items[0].key.sort.as_deref(), Some("aaa"));
    assert_eq!(example.items[0].key, example.items[1].key);
    assert_ne!(example.items[0].fields, example.items[1].fields);
    for good in [
        "{a:ulid}{b:text}",
        "{a:text}{b:ulid}",
        "{a:text}#{b:text}",
        "{a:open|closed}-{b:date}",
        "{a:open|opened}-{b:text}",
        "{a:/[a-z]+/}{b:/[0-9]+/}",
        "{a:u8:plain}#{b:u8:plain}",
    ] {
        assert_eq!(Model::new().entity("A", "P", good).laws(), NONE, "{good}");
    }
    for bad in [
        "{a:u8:plain}{b:u8:plain}",
        "{a:open|opened}{b:text}",
        "{a:/[a-z]+/}{b:/[x-z0-9]+/}",
        "{a:bytes}{b:bytes}",
        "{a:text:raw}{b:text:raw}",
        "{a:/[a-z-]+/}-{b:/[a-z-]+/}",
    ] {
        assert_eq!(Model::new().entity("A", "P", bad).laws(), [law(Law::Ambiguous, "A")], "{bad}");
    }
}

#[test]
fn templates_of_indexes_are_read_back_too() {
    let model =
        Model::new().index("GSI1").entity("A", "P", "{id:ulid}").within("GSI1", "{x:text}{y:text}", "{id}");
    assert_eq!(model.laws(), [law(Law::Ambiguous, "A")]);
    assert_eq!(only(&model, Law::Ambiguous).index, Some(0));
}

#[test]
fn a_list_that_covers_a_neighbour_is_found() {
    let model = Model::new()
        .entity("User", "T#{tenant:ulid}", "USER#{id:ulid}")
        .entity("Session", "T#{tenant:ulid}", "USER#{user:ulid}#SESSION#{id:ulid}")
        .list("User")
        .list("Session");
    assert_eq!(model.laws(), [law(Law::Catch, "list_User: Session"), law(Law::Catch, "list_Session: User")]);
    let finding = &model.prove()[0];
    assert_eq!(finding.message, "`list_User` also reads items of `Session`, not only of `User`");
    assert!(finding.notes[0].contains("begins_with(SK, \"USER#\")"), "{:?}", finding.notes);
    // Bound further, the second is apart from the first.
    let model = Model::new()
        .entity("User", "T#{tenant:ulid}", "USER#{id:ulid}")
        .entity("Session", "T#{tenant:ulid}", "USER#{user:ulid}#SESSION#{id:ulid}")
        .query("sessions", &["Session"], None, 3, "");
    assert_eq!(model.laws(), NONE);
}

#[test]
fn a_query_of_the_whole_partition_reads_all_that_is_there() {
    let model = Model::new()
        .entity("Order", "C#{customer:ulid}", "{id:ulid}")
        .entity("Customer", "C#{customer:ulid}", "PROFILE")
        .entity("Other", "D#{id:ulid}", "PROFILE")
        .query("orders", &["Order"], None, 0, "");
    assert_eq!(model.laws(), [law(Law::Catch, "orders: Customer")]);
}

#[test]
fn indexes_hold_only_the_entities_that_are_in_them() {
    let base = || {
        Model::new()
            .index("GSI1")
            .index("GSI2")
            .entity("Item", "T#{tenant:ulid}", "ITEM#{id:ulid}")
            .within("GSI1", "T#{tenant}#OWNER#{owner:text}", "{created:time}#{id}")
            .entity("Call", "T#{tenant:ulid}", "CALL#{id:ulid}")
    };
    let one = base().within("GSI2", "T#{tenant}#OWNER#{owner:text}", "{created:time}#{id}").query(
        "items",
        &["Item"],
        Some("GSI1"),
        0,
        "",
    );
    assert_eq!(one.laws(), NONE);
    let both = base().within("GSI1", "T#{tenant}#OWNER#{owner:text}", "{created:time}#{id}").query(
        "items",
        &["Item"],
        Some("GSI1"),
        0,
        "",
    );
    assert_eq!(both.laws(), [law(Law::Catch, "items: Call")]);
    assert!(only(&both, Law::Catch).counter_example.unwrap().items[0].index.is_some());
}

#[test]
fn conditions_of_an_index_and_constants_of_a_query_narrow_it() {
    let base = |values: &[&str]| {
        Model::new()
            .index("GSI1")
            .entity("A", "P#{id:ulid}", "A")
            .within("GSI1", "BOARD", "{status:open|closed|late}#{id}")
            .entity("B", "P#{id:ulid}", "B")
            .within("GSI1", "BOARD", "{status:open|closed|late}#{id}")
            .when("status", "open|closed|late", values)
            .query("open", &["A"], Some("GSI1"), 1, "")
            .fix("status", "open")
    };
    assert_eq!(base(&["closed", "late"]).laws(), NONE);
    assert_eq!(base(&["closed", "open"]).laws(), [law(Law::Catch, "open: B")]);
}

#[test]
fn a_beginning_that_ends_inside_a_value_is_found() {
    let model =
        Model::new().entity("Tag", "P", "TAG#{name:text}{id:ulid}").query("tags", &["Tag"], None, 2, "");
    assert_eq!(model.laws(), [law(Law::LoosePrefix, "tags: Tag")]);
    let finding = only(&model, Law::LoosePrefix);
    assert!(finding.help[0].contains("`{name}`"), "{:?}", finding.help);
    let model =
        Model::new().entity("Tag", "P", "TAG#{name:text}#{id:ulid}").query("tags", &["Tag"], None, 2, "");
    assert_eq!(model.laws(), NONE);
    // A number of any width before text, and words of which one begins the other.
    for (sort, bad) in [
        ("{n:u8:plain}/{id:ulid}", false),
        ("{n:u8:plain}{id:/[a-z]+/}", true),
        ("{n:u8:plain}{id:/[0-9a-z]+/}", true),
        ("{n:u8}{id:ulid}", false),
        ("{s:open|opened}{id:/[e]+/}", true),
        ("{s:open|closed}{id:ulid}", false),
    ] {
        let model = Model::new().entity("A", "P", sort).query("a", &["A"], None, 1, "");
        let found = model.laws().iter().any(|(law, _)| *law == Law::LoosePrefix);
        assert_eq!(found, bad, "{sort}: {:?}", model.laws());
    }
}

#[test]
fn a_parameter_that_is_in_the_partition_too_is_no_loose_prefix() {
    let model =
        Model::new().entity("A", "T#{tenant:text}", "{tenant}{kind:/[0-9]/}").query("a", &["A"], None, 1, "");
    let findings: Vec<_> = model.prove().into_iter().filter(|f| f.law == Law::LoosePrefix).collect();
    assert!(findings.iter().all(|finding| !finding.certain), "{findings:?}");
}

#[test]
fn a_collection_reads_its_members_and_nobody_else() {
    let base = || {
        Model::new().entity("Tenant", "T#{tenant:ulid}", "TENANT").entity(
            "Billing",
            "T#{tenant:ulid}",
            "TENANT#BILLING",
        )
    };
    assert_eq!(base().query("overview", &["Tenant", "Billing"], None, 0, "TENANT").laws(), NONE);
    let stranger = base().entity("Note", "T#{tenant:ulid}", "TENANTNOTE#{id:ulid}").query(
        "overview",
        &["Tenant", "Billing"],
        None,
        0,
        "TENANT",
    );
    assert_eq!(stranger.laws(), [law(Law::Catch, "overview: Note")]);
    assert_eq!(
        only(&stranger, Law::Catch).message,
        "`overview` also reads items of `Note`, which lie among the keys of `Tenant` and `Billing`"
    );
}

#[test]
fn a_member_outside_of_the_range_is_found() {
    let model = Model::new()
        .entity("Order", "C#{customer:ulid}", "ORDER#{id:ulid}")
        .entity("Line", "C#{customer:ulid}", "LINE#{order:ulid}")
        .query("order", &["Order", "Line"], None, 1, "");
    assert_eq!(model.laws(), [law(Law::Apart, "order: Line")]);
    let model = Model::new()
        .entity("Order", "C#{customer:ulid}", "ORDER#{id:ulid}")
        .entity("Line", "D#{customer:ulid}", "ORDER#{id:ulid}#{line:u8}")
        .query("order", &["Order", "Line"], None, 1, "");
    assert_eq!(model.laws(), [law(Law::Apart, "order: Line")]);
    let model = Model::new()
        .entity("Order", "C#{customer:ulid}", "ORDER#{id:ulid}")
        .entity("Line", "C#{customer:ulid}", "ORDER#{order:ulid}#{line:u8}")
        .query("order", &["Order", "Line"], None, 1, "");
    assert_eq!(model.laws(), NONE);
    // Where the first is bound in full, the query still asks for a beginning: the longer keys are read.
    let model = Model::new()
        .entity("Order", "C#{customer:ulid}", "ORDER#{id:ulid}")
        .entity("Line", "C#{customer:ulid}", "ORDER#{order:ulid}#{line:u8}")
        .query("order", &["Order", "Line"], None, 2, "");
    assert_eq!(model.laws(), NONE);
}

#[test]
fn a_member_that_is_not_in_the_index_is_found() {
    let model = Model::new()
        .index("GSI1")
        .entity("A", "P#{id:ulid}", "A")
        .within("GSI1", "ALL", "{id}")
        .entity("B", "P#{id:ulid}", "B")
        .query("all", &["A", "B"], Some("GSI1"), 0, "");
    assert_eq!(model.laws(), [law(Law::Apart, "all: B")]);
}

#[test]
fn an_inverted_index_that_leaves_out_a_part_is_found() {
    let base = |partition: &str, sort: &str| {
        Model::new()
            .index("GSI1")
            .entity("Line", "ORDER#{order:ulid}", "PRODUCT#{product:ulid}#{line:u8}")
            .within("GSI1", partition, sort)
    };
    assert_eq!(base("PRODUCT#{product}#{line}", "ORDER#{order}").laws(), NONE);
    assert_eq!(base("PRODUCT#{product}", "ORDER#{order}").laws(), [law(Law::SharedIndexKey, "Line")]);
    // Not inverted: nobody expects one item under a key.
    assert_eq!(base("STATUS#{status:open|closed}", "{product}").laws(), NONE);
}

#[test]
fn an_inverted_index_that_two_entities_share_is_found() {
    let model = Model::new()
        .index("GSI1")
        .entity("Like", "USER#{user:ulid}", "LIKE#{post:ulid}")
        .within("GSI1", "POST#{post}", "{user}")
        .entity("Share", "USER#{user:ulid}", "SHARE#{post:ulid}")
        .within("GSI1", "POST#{post}", "{user}");
    assert_eq!(model.laws(), [law(Law::SharedIndexKey, "Share Like")]);
}

#[test]
fn a_full_key_of_an_index_that_several_items_have_is_found() {
    let base = |sort: &str, bound: usize| {
        Model::new()
            .index("GSI1")
            .entity("User", "U#{id:ulid}", "USER")
            .within("GSI1", "EMAIL#{email:text}", sort)
            .query("by_email", &["User"], Some("GSI1"), bound, "")
            .full()
    };
    assert_eq!(base("USER", 1).laws(), [law(Law::SharedIndexKey, "by_email: User")]);
    assert_eq!(base("{id}", 1).laws(), NONE);
}

#[test]
fn counted_patterns_of_any_size_are_decided() {
    let apart = Model::new().entity("A", "P", "{x:/[a-z]{0,39}/}").entity("B", "P", "{y:/[0-9]{1,3000}/}");
    assert_eq!(apart.laws(), NONE);
    let apart =
        Model::new().entity("A", "P", "{x:/[a-z]{0,3000}/}!").entity("B", "P", "{y:/[a-z]{0,3000}/}#");
    assert_eq!(apart.laws(), NONE);
    let meeting =
        Model::new().entity("A", "P", "{x:/[a-z]{0,3000}/}").entity("B", "P", "{y:/[a-c]{0,3000}/}");
    assert_eq!(meeting.laws(), [law(Law::Collision, "B A")]);
}

#[test]
fn all_entities_of_one_key_are_one_finding_each() {
    let mut model = Model::new();
    for name in ["A", "B", "C"] {
        model = model.entity(name, "P", "{id:ulid}");
    }
    assert_eq!(model.laws(), [law(Law::Collision, "B A"), law(Law::Collision, "C A B")]);
}

#[test]
fn findings_come_in_one_order() {
    let model = || {
        Model::new()
            .entity("A", "P", "{a:text}{b:text}")
            .entity("B", "P", "B#{id:text}")
            .entity("C", "P", "{c:uuid}")
            .list("A")
            .list("B")
    };
    let once: Vec<String> = model().prove().iter().map(|f| format!("{f:?}")).collect();
    let again: Vec<String> = model().prove().iter().map(|f| format!("{f:?}")).collect();
    assert_eq!(once, again);
}
