//! `transact:` patterns.

mod common;

use common::{clean, list, load, says};
use dal_spec::Code;
use dal_spec::plan::ActionVerb::{Check, Create, Delete, Put};

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
    let [swap] = plan.transactions.as_slice() else { panic!("{:?}", plan.transactions) };
    assert_eq!((swap.name.as_str(), swap.about.as_deref()), ("swap", Some("Swaps.")));
    let actions: Vec<_> = swap
        .actions
        .iter()
        .map(|action| (action.verb, plan.entities[action.entity].name.as_str(), action.param.as_str()))
        .collect();
    let expected =
        [(Create, "User", "user"), (Put, "Log", "log"), (Delete, "User", "gone"), (Check, "Log", "kept")];
    assert_eq!(actions, expected);
    let explained = dal_spec::explain(&plan);
    assert!(explained.contains("TransactWriteItems"), "{explained}");
    assert!(explained.contains("create User, put Log, delete User, check Log"), "{explained}");
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
        ("{ update: User }", Code::NotBuiltYet, "update"),
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
        assert!(loaded.plan.is_none_or(|plan| plan.transactions.is_empty()), "{action}");
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
