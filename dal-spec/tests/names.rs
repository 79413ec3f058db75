//! Names: those of Rust, and those of DynamoDB.

mod common;

use common::{list, load, report, says};
use dal_spec::Code;

const USER: &str = "User: { sort: 'USER#{user_id}' }";

#[test]
fn entities_have_the_names_of_structs() {
    let d = says(&list("", "user_group: { sort: USER }", ""), Code::InvalidName, "user_group", "user_group");
    assert_eq!(d.label, "write `UserGroup`");
    for name in ["Self", "1User", "User-Group", "Scope"] {
        says(
            &list("", &format!("{name}: {{ sort: USER }}"), ""),
            Code::InvalidName,
            &format!("{name}:"),
            name,
        );
    }
}

#[test]
fn patterns_have_the_names_of_methods() {
    let d = says(
        &list("", USER, "- { name: listUsers, query: User }"),
        Code::InvalidName,
        "listUsers",
        "listUsers",
    );
    assert_eq!(d.label, "write `list_users`");
    for name in ["match", "1st", "list-users", "für_alle"] {
        let text = list("", USER, &format!("- {{ name: {name}, query: User }}"));
        says(&text, Code::InvalidName, &format!("{name},"), name);
    }
}

#[test]
fn patterns_do_not_hide_methods() {
    for name in ["new", "clone", "create", "put", "update", "upsert", "delete", "key", "get", "default", "eq"]
    {
        let text = list("", USER, &format!("- {{ name: {name}, query: User }}"));
        let d = says(&text, Code::ShadowingName, &format!("{name}, query"), name);
        assert_eq!(d.help, [format!("say what it returns: `{name}_user`")]);
    }
}

#[test]
fn patterns_are_unique() {
    let text = list("", USER, "- { name: a_list, query: User }\n- { name: a_list, get: User }");
    says(&text, Code::DuplicateName, "a_list, get", "a_list");
}

#[test]
fn generated_names_do_not_collide() {
    // An entity called as another's key type.
    let text = list("", "Item: { sort: ITEM }\nItemKey: { sort: KEY }", "");
    let d = says(&text, Code::NameCollision, "Item: {", "Item");
    assert_eq!(d.message, "`ItemKey` would be the name of the entity `ItemKey` and of the key of `Item`");
    // An entity called as the table's enum.
    says(&list("", "Shop: { sort: SHOP }", ""), Code::NameCollision, "Shop:", "Shop");
    // A collection called as an entity.
    let text = list("", "A: { sort: 'X#A' }\nB: { sort: 'X#B' }", "- { name: both, query: [A, B], into: A }");
    says(&text, Code::NameCollision, "A }", "A");
    // A pattern whose marker is another entity's name.
    let text = list("", "User: { sort: USER }\nUserItems: { sort: ITEMS }", "- { name: items, query: User }");
    says(&text, Code::NameCollision, "items, query", "items");
}

#[test]
fn tables_and_indexes_have_dynamodb_names() {
    let base = list("", USER, "");
    for name in ["ab", "a b c", "shop/1"] {
        says(
            &base.replace("name: shop", &format!("name: '{name}'")),
            Code::DynamoDbName,
            &format!("'{name}'"),
            &format!("'{name}'"),
        );
    }
    let long = "x".repeat(256);
    says(&base.replace("name: shop", &format!("name: {long}")), Code::DynamoDbName, &long, &long);
    says(&base.replace("GSI1: { ", "GSI1: { name: no, "), Code::DynamoDbName, "no, ", "no");
    says(&base.replace("partition: PK", &format!("partition: {long}")), Code::DynamoDbName, &long, &long);
}

#[test]
fn an_index_has_a_rust_name_and_may_have_another() {
    let base = list("", USER, "");
    let d = says(&base.replace("GSI1: {", "by-owner: {"), Code::InvalidName, "by-owner", "by-owner");
    assert!(d.help[0].contains("name: by-owner"));
    says(&base.replace("GSI1: {", "keys: {"), Code::InvalidName, "keys: {", "keys");
    let plan = load(&base.replace("GSI1: { ", "GSI1: { name: by-owner, ")).plan.expect("a plan");
    assert_eq!(
        (plan.table.indexes[0].name.as_str(), plan.table.indexes[0].physical.as_str()),
        ("GSI1", "by-owner")
    );
    let two =
        base.replace("    GSI1: {", "    GSI2: { name: GSI1, partition: GSI2PK, sort: GSI2SK }\n    GSI1: {");
    says(&two, Code::DuplicateName, "GSI1: { partition", "GSI1");
}

#[test]
fn one_attribute_has_one_meaning() {
    let base = list("", USER, "");
    says(&base.replace("sort: SK", "sort: PK"), Code::AttributeClash, "PK }", "PK");
    says(&base.replace("sort: GSI1SK", "sort: GSI1PK"), Code::AttributeClash, "GSI1PK, project", "GSI1PK");
    let text = base.replace("  name: shop", "  name: shop\n  type: SK");
    says(&text, Code::AttributeClash, "SK\n", "SK");
    let text = base.replace("  name: shop", "  name: shop\n  type: kind\n  ttl: kind");
    says(&text, Code::AttributeClash, "kind\n  key", "kind");
}

#[test]
fn dynamodb_counts_indexes_and_projected_attributes() {
    let indexes = |count: usize, project: &str| -> String {
        (1..=count)
            .map(|n| {
                format!("    G{n}: {{ name: G-{n}, partition: P{n}, sort: S{n}, project: {project} }}\n")
            })
            .collect()
    };
    let base = list("", USER, "");
    let own = "    GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] }\n";
    assert!(!load(&base.replace(own, &indexes(20, "all"))).has_errors());
    says(&base.replace(own, &indexes(21, "all")), Code::TooManyIndexes, "G21:", "G21");
    let fifty =
        |name: &str| format!("[{}]", (0..50).map(|n| format!("{name}{n}")).collect::<Vec<_>>().join(", "));
    assert!(!load(&base.replace(own, &indexes(2, &fifty("a")))).has_errors());
    let loaded = load(&base.replace(own, &indexes(3, &fifty("a"))));
    assert_eq!(loaded.diagnostics[0].code, Code::TooManyProjected, "{}", report(&loaded));
    assert_eq!(loaded.diagnostics[0].place.as_ref().map(|p| p.line), Some(9));
}

#[test]
fn keys_are_projected_anyway() {
    let text = list("", USER, "").replace("[title]", "[title, SK]");
    let loaded = load(&text);
    let found = loaded.diagnostics.iter().find(|d| d.code == Code::ProjectedKey).expect("it is said");
    common::is(found, Code::ProjectedKey, "SK", common::find(&text, "SK] }"));
}
