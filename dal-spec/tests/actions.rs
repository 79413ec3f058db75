//! Patterns of writes, batches and transactions.

mod common;

use common::{clean, list, load, says};
use dal_spec::Code;
use dal_spec::plan::ActionVerb::{Check, Create, Delete, Put};
use dal_spec::plan::{ActionsForm, Takes};

const ENTITIES: &str = "User: { sort: 'USER#{user_id}' }\nLog: { sort: 'LOG#{user_id}' }";
const READS: &str = "- { name: list_users, query: User }\n- { name: list_logs, query: Log }";

fn with(pattern: &str) -> String {
    let text = list("user_id: ulid", ENTITIES, &format!("{READS}\n{pattern}"));
    let index = "  indexes:\n    GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] }\n";
    assert!(text.contains(index));
    text.replace(index, "")
}

#[test]
fn a_transaction_has_actions_in_order_and_a_parameter_each() {
    let text = with(
        "- { name: swap, about: Swaps., transact: [{ create: User }, { put: Log }, { delete: User, as: gone }, { check: Log, as: kept }] }",
    );
    let plan = clean(&text);
    let [swap] = plan.actions.as_slice() else { panic!("{:?}", plan.actions) };
    assert_eq!((swap.name.as_str(), swap.about.as_deref()), ("swap", Some("Swaps.")));
    let actions = swap.actions.iter().zip(&swap.params).map(|(action, param)| {
        (action.verb, plan.entities[action.entity].name.as_str(), param.name.as_str())
    });
    let actions: Vec<_> = actions.collect();
    let expected =
        [(Create, "User", "user"), (Put, "Log", "log"), (Delete, "User", "gone"), (Check, "Log", "kept")];
    assert_eq!(actions, expected);
    let explained = dal_spec::explain(&plan);
    assert!(explained.contains("TransactWriteItems"), "{explained}");
    assert!(explained.contains("create User; put Log; delete User; check Log"), "{explained}");
}

#[test]
fn one_item_stands_once() {
    let text = with("- { name: swap, transact: [{ delete: User }, { create: User }] }");
    let d = says(&text, Code::ItemTwice, "create: User", "User");
    assert!(d.help[0].contains("as: other_user"), "{d:?}");
    let text = with("- { name: swap, transact: [{ delete: User }, { create: Log, as: user }] }");
    says(&text, Code::ItemTwice, "as: user", "user");
}

#[test]
fn there_are_from_one_to_a_hundred_actions() {
    says(&with("- { name: nothing, transact: [] }"), Code::EmptyValue, "[]", "[");
    let many = |count: usize| {
        let actions: Vec<_> = (0..count).map(|n| format!("{{ put: User, as: u{n} }}")).collect();
        with(&format!("- {{ name: much, transact: [{}] }}", actions.join(", ")))
    };
    clean(&many(100));
    says(&many(101), Code::TransactionSize, "much", "much");
}

#[test]
fn an_action_is_one_verb_and_one_entity_that_there_is() {
    for (action, code, under) in [
        ("{ create: Usr }", Code::UnknownEntity, "Usr"),
        ("{ as: user }", Code::MissingVerb, "{ as: user }"),
        ("{ create: User, delete: Log }", Code::TwoVerbs, "delete"),
        ("{ creat: User }", Code::UnknownWord, "creat"),
        ("{ update: User }", Code::EmptyValue, "update"),
        ("{ delete: User, set: [name] }", Code::WordDoesNotFit, "set"),
        ("{ create: User, if: [name = x] }", Code::WordDoesNotFit, "if"),
        ("{ create: User, as: User }", Code::InvalidName, "as: User"),
        ("{ create: User, as: scope }", Code::InvalidName, "scope"),
        ("create User", Code::WrongForm, "create User"),
    ] {
        let text = with(&format!("- {{ name: act, transact: [{action}] }}"));
        let loaded = load(&text);
        let [d] = loaded.diagnostics.as_slice() else { panic!("{action}: {}", common::report(&loaded)) };
        assert_eq!(d.code, code, "{action}: {}", d.render_with_severity());
        let column = text.lines().find(|line| line.contains("name: act")).unwrap().find(under).unwrap() + 1;
        let place = d.place.as_ref().unwrap();
        let column = if under == "as: User" { column + 4 } else { column };
        assert_eq!(place.column, column, "{action}: {}", d.render_with_severity());
        assert!(loaded.plan.is_none_or(|plan| plan.actions.is_empty()), "{action}");
    }
}

#[test]
fn a_transaction_is_no_other_pattern_and_has_a_name_of_its_own() {
    says(&with("- { name: act, query: User, transact: [] }"), Code::TwoVerbs, "transact", "transact");
    let text = with("- { name: act, transact: [{ put: User }], limit: 5 }");
    says(&text, Code::UnknownWord, "limit", "limit");
    let text = with("- { name: list_users, transact: [{ put: User }] }");
    let again = text.rfind("list_users").unwrap();
    let loaded = load(&text);
    assert_eq!(loaded.diagnostics[0].code, Code::DuplicateName, "{}", common::report(&loaded));
    assert_eq!(text[..again].matches('\n').count() + 1, loaded.diagnostics[0].place.as_ref().unwrap().line);
    says(&with("- { name: Act, transact: [{ put: User }] }"), Code::InvalidName, "Act", "Act");
    says(&with("- { name: create, transact: [{ put: User }] }"), Code::ShadowingName, "create", "create");
}

/// A list with an index whose key is made of two fields, a version and a unique value.
fn managed(pattern: &str) -> String {
    let entities = "User: { sort: 'USER#{user_id}', version: rev, unique: { email: '{tenant}#EMAIL#{email}' } }\n\
                    Item: { sort: 'ITEM#{item_id}', GSI1: { partition: '{tenant}#OWNER#{owner_id}', sort: '{created_at}#{item_id}' } }";
    let reads = "- { name: list_users, query: User }\n- { name: list_items, query: Item }\n\
                 - { name: by_owner, query: Item, index: GSI1, select: [title] }";
    list(
        "user_id: ulid\nitem_id: ulid\nowner_id: ulid\ncreated_at: time.ms\nrev: u64",
        entities,
        &format!("{reads}\n{pattern}"),
    )
}

#[test]
fn an_update_says_what_it_changes_and_what_must_hold() {
    let plan = clean(&managed(
        "- { name: retitle, update: Item, set: { title: '{new}', done: true }, add: { edits: 1, score: '-{loss}' }, remove: [note], if: [edits < 50, 'title = {old}'] }",
    ));
    let [retitle] = plan.actions.as_slice() else { panic!("{:?}", plan.actions) };
    assert_eq!((retitle.form, retitle.owner()), (ActionsForm::One, Some(1)));
    assert_eq!(retitle.operation(), "UpdateItem");
    let action = &retitle.actions[0];
    assert_eq!(
        action.sentence(&plan),
        "update Item: title = {new}, done = true, edits + 1, score - {loss}, without note, if edits < 50 AND title = {old}"
    );
    let values: Vec<_> = action.values.iter().map(|value| value.name.as_str()).collect();
    assert_eq!(values, ["new", "loss", "old"]);
    let explained = dal_spec::explain(&plan);
    assert!(explained.contains("item_id, new, loss, old"), "{explained}");
}

#[test]
fn what_index_keys_are_made_of_is_set_together() {
    let text = managed("- { name: give, update: Item, set: [owner_id] }");
    let d = says(&text, Code::HalfGroup, "set: [owner_id]", "owner_id");
    assert!(d.message.contains("created_at") && d.message.contains("GSI1"), "{d:?}");
    clean(&managed("- { name: give, update: Item, set: [owner_id, created_at] }"));
    // Removed with the rest, it leaves the index.
    clean(&managed("- { name: free, update: Item, set: [created_at], remove: [owner_id] }"));
}

#[test]
fn what_an_update_cannot_know_it_cannot_change() {
    for (changes, under) in
        [("set: [item_id]", "item_id"), ("add: { created_at: 1 }, set: [owner_id]", "created_at")]
    {
        let text = managed(&format!("- {{ name: change, update: Item, {changes} }}"));
        says(&text, Code::Unchangeable, changes, under);
    }
    for (changes, under) in [("set: [rev]", "rev"), ("set: [email]", "email"), ("remove: [email]", "email")] {
        let text = managed(&format!("- {{ name: change, update: User, {changes} }}"));
        says(&text, Code::Unchangeable, changes, under);
    }
    let text = managed("- { name: twice, update: Item, set: [title], remove: [title] }");
    says(&text, Code::Repeated, "remove: [title]", "title");
}

#[test]
fn a_batch_is_a_list_and_keeps_no_conditions() {
    let plan = clean(&managed("- { name: put_items, put: [Item] }\n- { name: get_both, get: [Item, User] }"));
    let forms: Vec<_> = plan.actions.iter().map(|p| (p.form, p.operation(), p.owner())).collect();
    assert_eq!(
        forms,
        [(ActionsForm::Batch, "BatchWriteItem", Some(1)), (ActionsForm::Batch, "BatchGetItem", None)]
    );
    says(&managed("- { name: put_users, put: [User] }"), Code::WordDoesNotFit, "put: [User]", "User");
    says(&managed("- { name: up, update: [Item] }"), Code::WrongValue, "update: [Item]", "[");
}

#[test]
fn a_key_that_a_created_item_holds_is_not_asked_for() {
    let entities = "Brand: { sort: 'BRAND#{brand_id}' }\n\
                    Like: { sort: 'LIKE#{brand_id}#{user_id}' }\nFan: { sort: 'FAN#{user_id}' }";
    let text = list(
        "brand_id: ulid\nuser_id: ulid",
        entities,
        "- { name: brands, query: Brand }\n- { name: likes, query: Like }\n- { name: fans, query: Fan }\n\
         - { name: like, transact: [{ update: Brand, add: { likes: 1 } }, { create: Like }, { check: Fan }] }",
    );
    let index = "  indexes:\n    GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] }\n";
    let plan = clean(&text.replace(index, ""));
    let like = &plan.actions[0];
    let takes: Vec<_> = like.actions.iter().map(|action| &action.takes).collect();
    assert_eq!(takes, [&Takes::KeyOf(1, vec![1]), &Takes::Item, &Takes::KeyOf(1, vec![2])]);
    let params: Vec<_> = like.params.iter().map(|param| param.name.as_str()).collect();
    assert_eq!(params, ["like"]);
}

#[test]
fn the_version_that_a_transaction_deletes_was_loaded() {
    let plan = clean(&managed("- { name: gone, transact: [{ delete: User }, { delete: Item }] }"));
    let takes: Vec<_> = plan.actions[0].actions.iter().map(|action| &action.takes).collect();
    assert_eq!(takes, [&Takes::Loaded, &Takes::Key]);
}
