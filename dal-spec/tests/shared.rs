//! The general form of keys, and attributes that the table and its indexes share.

mod common;

use common::{clean, list, load, report, says};
use dal_spec::Code;
use dal_spec::plan::Plan;

const READ: &str = "- { name: get_item, get: Item }\n- { name: of_user, query: Item, index: GSI1 }";

/// A list over indexes of one's own.
fn with(indexes: &str, entities: &str, patterns: &str) -> String {
    list("", entities, patterns)
        .replace("GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] }", indexes)
}

const INVERTED: &str = "GSI1: { partition: SK, sort: PK, project: all }";
const OWN: &str = "GSI1: { partition: GSI1PK, sort: GSI1SK, project: all }";

/// The templates of the first entity, as text: of the table, and of each index that it is in.
fn keys(plan: &Plan) -> Vec<String> {
    let entity = &plan.entities[0];
    let mut all =
        vec![format!("{} | {}", entity.partition.text, entity.sort.as_ref().expect("a sort key").text)];
    for membership in &entity.memberships {
        let text = |templates: &[dal_spec::plan::TemplatePlan]| {
            templates.first().map_or("-", |t| &t.text).to_owned()
        };
        let index = &plan.table.indexes[membership.index].name;
        all.push(format!("{index}: {} | {}", text(&membership.partition), text(&membership.sort)));
    }
    all
}

#[test]
fn sugar_and_the_general_form_are_one() {
    let sugar = "Item:
  partition: '{tenant}#BOX#{box_id}'
  sort: 'ITEM#{item_id}'
  GSI1: { partition: '{tenant}#USER#{user_id}', sort: '{item_id}' }";
    let general = "Item:
  keys:
    PK: '{tenant}#BOX#{box_id}'
    SK: 'ITEM#{item_id}'
    GSI1PK: '{tenant}#USER#{user_id}'
    GSI1SK: '{item_id}'";
    let mixed = "Item:
  partition: '{tenant}#BOX#{box_id}'
  keys: { SK: 'ITEM#{item_id}', GSI1SK: '{item_id}' }
  GSI1: { partition: '{tenant}#USER#{user_id}' }";
    let expected = [
        "TENANT#{tenant_id}#BOX#{box_id} | ITEM#{item_id}",
        "GSI1: TENANT#{tenant_id}#USER#{user_id} | {item_id}",
    ];
    for entities in [sugar, general, mixed] {
        assert_eq!(keys(&clean(&with(OWN, entities, READ))), expected, "{entities}");
    }
}

#[test]
fn every_item_is_in_an_inverted_index() {
    let plan = clean(&with(INVERTED, "Item: { sort: '{tenant}#USER#{user_id}' }", READ));
    assert_eq!(
        keys(&plan),
        [
            "TENANT#{tenant_id} | TENANT#{tenant_id}#USER#{user_id}",
            "GSI1: TENANT#{tenant_id}#USER#{user_id} | TENANT#{tenant_id}"
        ]
    );
    assert!(plan.entities[0].groups.is_empty(), "nothing of it can be written apart from the primary key");
}

#[test]
fn an_inverted_index_is_of_one_tenant_or_says_why_not() {
    let item = |entry: &str| format!("Item: {{ sort: 'USER#{{user_id}}'{entry} }}");
    let d =
        says(&with(INVERTED, &item(""), READ), Code::MissingTenant, "'USER#{user_id}'", "'USER#{user_id}'");
    assert!(d.message.contains("`GSI1`"), "{}", d.message);
    let plan = clean(&with(INVERTED, &item(", GSI1: { across_tenants: Staff move. }"), READ));
    assert_eq!(plan.patterns[1].across_tenants.as_deref(), Some("Staff move."));
    assert!(!plan.patterns[1].is_scoped(&plan) && plan.patterns[0].is_scoped(&plan));
}

#[test]
fn a_neighbour_in_an_inverted_index_is_caught() {
    let entities = "Item: { partition: '{tenant}#{box_id}', sort: '{tenant}#USER#{user_id}' }
Seat: { partition: '{tenant}#ROOM#{room_id}', sort: '{tenant}#USER#{user_id}' }";
    let patterns = format!("{READ}\n- {{ name: get_seat, get: Seat }}");
    let loaded = load(&with(INVERTED, entities, &patterns));
    let leaks: Vec<_> = loaded.diagnostics.iter().filter(|d| d.code == Code::ListLeaks).collect();
    assert_eq!(leaks.len(), 1, "{}", report(&loaded));
    assert_eq!(leaks[0].pattern.as_deref(), Some("of_user"));
}

#[test]
fn half_of_the_tables_key_makes_an_index() {
    let indexes = "GSI1: { partition: GSI1PK, sort: SK, project: all }";
    let item = "Item: { sort: 'ITEM#{item_id}', GSI1: { partition: '{tenant}#USER#{user_id}' } }\nBox: { sort: 'BOX#{box_id}' }";
    let plan = clean(&with(indexes, item, &format!("{READ}\n- {{ name: get_box, get: Box }}")));
    assert_eq!(keys(&plan)[1], "GSI1: TENANT#{tenant_id}#USER#{user_id} | ITEM#{item_id}");
    assert!(plan.entities[1].memberships.is_empty(), "it has not all of the key attributes");
    assert_eq!(plan.entities[0].groups[0].fields.len(), 1);
}

#[test]
fn indexes_share_an_attribute_and_each_has_one_of_its_own() {
    let indexes = "GSI1: { partition: TeamPK, sort: DueSK, project: all }
    GSI2: { partition: TeamPK, sort: LateSK, project: all }";
    let item = "Item:
  sort: 'ITEM#{item_id}'
  GSI1: { partition: '{tenant}#USER#{user_id}', sort: '{due}' }
  GSI2: { sort: '{late}' }";
    let patterns = format!("{READ}\n- {{ name: late, query: Item, index: GSI2 }}");
    let plan = clean(&with(indexes, item, &patterns));
    assert_eq!(keys(&plan)[2], "GSI2: TENANT#{tenant_id}#USER#{user_id} | {late}");
    assert_eq!(plan.entities[0].groups.len(), 1, "what they share is written once");
    // With its own half alone it is in the one index.
    let one = clean(&with(indexes, &item.replace("\n  GSI2: { sort: '{late}' }", ""), READ).replace(
        "GSI2: { partition: TeamPK, sort: LateSK, project: all }",
        "GSI2: { partition: TeamPK, sort: LateSK, project: all, allow: { unread-index: Later. } }",
    ));
    assert_eq!(keys(&one).len(), 2);
    let swapped = with(&indexes.replace("TeamPK, sort: LateSK", "DueSK, sort: TeamPK"), item, READ);
    let loaded = load(&swapped);
    assert!(loaded.diagnostics.iter().any(|d| d.code == Code::NoOwnAttribute), "{}", report(&loaded));
}

#[test]
fn an_attribute_has_one_template() {
    let text = with(
        INVERTED,
        "Item: { sort: '{tenant}#USER#{user_id}', GSI1: { partition: '{tenant}#{user_id}' } }",
        READ,
    );
    let d = says(&text, Code::TwoTemplates, "'{tenant}#{user_id}'", "'{tenant}#{user_id}'");
    assert!(d.message.contains("`SK`") && d.related[0].1.contains("#USER#"), "{d:?}");
    let text = with(OWN, "Item: { sort: 'ITEM#{item_id}', keys: { SK: '{item_id}' } }", "");
    says(&text, Code::TwoTemplates, "'{item_id}'", "'{item_id}'");
    // The same template, in other words.
    clean(&with(
        INVERTED,
        "Item: { sort: '{tenant}#USER#{user_id}', keys: { PK: 'TENANT#{tenant_id}', SK: 'TENANT#{tenant_id}#USER#{user_id}' } }",
        READ,
    ));
}

#[test]
fn keys_name_key_attributes_and_whole_keys() {
    let item =
        |keys: &str| with(OWN, &format!("Item: {{ sort: 'ITEM#{{item_id}}', keys: {{ {keys} }} }}"), "");
    let d = says(&item("GS1PK: '{user_id}'"), Code::UnknownKeyAttribute, "GS1PK", "GS1PK");
    assert_eq!(d.label, "did you mean `GSI1PK`?");
    let d = says(&item("GSI1PK: '{tenant}#{user_id}'"), Code::HalfKey, "GSI1PK: '", "GSI1PK");
    assert!(d.message.contains("`GSI1`"), "{}", d.message);
}

#[test]
fn no_condition_keeps_an_item_out_of_an_inverted_index() {
    let item = "Item: { sort: '{tenant}#USER#{user_id}', GSI1: { when: { status: open } } }";
    says(&with(INVERTED, item, READ), Code::AlwaysMember, "status", "status");
}

#[test]
fn the_lists_of_the_document_are_good() {
    let page = include_str!("../../docs/patterns.md");
    let lists: Vec<&str> =
        page.split("```yaml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    assert_eq!(lists.len(), 6);
    for text in lists {
        clean(text);
    }
    for code in page.split("DAL").skip(1).filter_map(|rest| rest.get(..4)) {
        assert!(Code::find(&format!("DAL{code}")).is_some(), "{code}");
    }
}
