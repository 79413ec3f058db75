//! Words, forms and values: what the language has where.

mod common;

use common::{is, list, load, report, says};
use dal_spec::{Code, Owner};

const USER: &str = "User: { sort: 'USER#{user_id}' }";

#[test]
fn unknown_words_have_a_suggestion() {
    let d = says(&list("", "User: { sotr: USER }", ""), Code::UnknownWord, "sotr", "sotr");
    assert_eq!(d.label, "did you mean `sort`?");
    assert_eq!((d.owner, d.entity.as_deref()), (Owner::Entity("User".to_owned()), Some("User")));
    says(&list("", USER, "- { name: a_list, query: User, indx: GSI1 }"), Code::UnknownWord, "indx", "indx");
    let text = list("", USER, "").replace("entities:", "entitys:");
    says(&text, Code::UnknownWord, "entitys", "entitys");
    let text = list("", USER, "").replace("tenant: ", "tenants: ");
    let d = load(&text).diagnostics.remove(0);
    assert_eq!((d.code, d.label.as_str()), (Code::UnknownWord, "did you mean `tenant`?"));
}

#[test]
fn words_of_other_places_say_where_they_belong() {
    let d = says(
        &list("", USER, "- { name: a_list, query: User, when: { x: y } }"),
        Code::UnknownWord,
        "when",
        "when",
    );
    assert_eq!(d.help[0], "`when` stands in an entity's index entry");
    let d = says(
        &list("", USER, "- { name: a_list, query: User, partition: why }"),
        Code::UnknownWord,
        "partition: why",
        "partition",
    );
    assert!(d.help[0].contains("in an entity"), "{d:?}");
}

#[test]
fn forms_to_come_are_refused_by_name() {
    let base = list("", USER, "");
    says(&base.replace("sort: SK", "sort: false"), Code::WrongValue, "sort: false", "false");
    let keyless = base.replace("partition: GSI1PK, sort: GSI1SK, ", "");
    says(&keyless, Code::MissingWord, "GSI1:", "GSI1");
}

#[test]
fn missing_words_are_named() {
    let base = list("", USER, "");
    let missing = |from: &str, to: &str| {
        let loaded = load(&base.replace(from, to));
        let d = loaded.diagnostics[0].clone();
        assert_eq!((loaded.diagnostics.len(), d.code), (1, Code::MissingWord), "{}", report(&loaded));
        d
    };
    assert!(missing("version: 1\n", "").message.contains("version"));
    is(&missing("  name: shop\n", ""), Code::MissingWord, "table", (2, 1));
    is(&missing("  key: { partition: PK, sort: SK }\n", ""), Code::MissingWord, "table", (2, 1));
    is(&missing("{ partition: PK, sort: SK }", "{ sort: SK }"), Code::MissingWord, "key", (4, 3));
    let loaded = load("version: 1\nentities: {}\n");
    assert_eq!(loaded.diagnostics[0].code, Code::MissingWord);
    assert!(loaded.plan.is_none());
}

#[test]
fn forms_are_checked() {
    says(&list("", "User: USER", ""), Code::WrongForm, "User: USER", "USER".trim());
}

#[test]
fn patterns_are_a_list() {
    let text = list("", USER, "get_user: { get: User }");
    let d = says(&text, Code::WrongForm, "get_user: {", "get_user".get(..1).unwrap_or_default());
    assert!(d.help[0].contains("- { name: get_user"));
    says(&list("", USER, "- { name: [a], query: User }"), Code::WrongForm, "[a]", "[");
}

#[test]
fn empty_lists_are_refused() {
    says(&list("", USER, "- { name: a_list, query: [] }"), Code::EmptyValue, "[]", "[");
}

#[test]
fn versions_are_known() {
    says(&list("", USER, "").replace("version: 1", "version: 2"), Code::UnsupportedVersion, "2", "2");
}

#[test]
fn values_are_those_of_the_word() {
    let d = says(
        &list("", USER, "- { name: a_list, query: User, order: descending }"),
        Code::WrongValue,
        "descending",
        "descending",
    );
    assert_eq!(d.label, "did you mean `desc`?");
    let text = list("", USER, "").replace("project: [title]", "project: KEYS_ONLY");
    assert_eq!(says(&text, Code::WrongValue, "KEYS_ONLY", "KEYS_ONLY").label, "write `keys`");
}

#[test]
fn allowing_takes_the_name_of_a_warning_and_a_reason() {
    let user = |allow: &str| list("", &format!("User: {{ sort: USER, allow: {{ {allow} }} }}"), "");
    let d = says(&user("hot-partion: why"), Code::UnknownAllow, "hot-partion", "hot-partion");
    assert_eq!(d.label, "did you mean `hot-partition`?");
    says(&user("same-key: why"), Code::AllowedError, "same-key", "same-key");
    says(&user("hot-partition: ''"), Code::EmptyReason, "''", "''");
    says(&user("hot-partition: '  '"), Code::EmptyReason, "'  '", "'  '");
}

#[test]
fn names_stand_once_in_a_list() {
    let text = list("", USER, "- { name: a_list, query: [User, User] }");
    says(&text, Code::Repeated, "User] }", "User");
    let text = list("", USER, "").replace("[title]", "[title, title]");
    says(&text, Code::Repeated, "title] }", "title");
}
