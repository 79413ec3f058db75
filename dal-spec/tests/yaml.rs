//! YAML: what the language takes of it, and its traps.

mod common;

use common::{clean, list, load, one, report, says};
use dal_spec::Code;

const USER: &str = "User: { sort: 'USER#{user_id}' }";
const LIST: &str = "- { name: list_users, query: User }";

#[test]
fn text_that_is_not_yaml_is_placed() {
    let text = list("", "User:\n  about: Staff: all of them\n  sort: USER", "");
    let d = says(&text, Code::BrokenYaml, "Staff: all", ":");
    assert!(d.help[0].contains("quote the text"), "{d:?}");
    let text = list("", "User: { sort: 'USER'", "");
    assert_eq!(load(&text).diagnostics[0].code, Code::BrokenYaml);
}

#[test]
fn duplicate_keys_are_refused() {
    let text = list("", "User:\n  sort: USER\n  sort: MEMBER", "");
    let d = says(&text, Code::DuplicateKey, "sort: MEMBER", "sort");
    assert_eq!(d.related[0].1, "the first one");
}

#[test]
fn nulls_and_nothing_are_refused() {
    for (value, label) in [("~", "null means nothing here"), ("null", "null means nothing here")] {
        let text = list("", &format!("User: {{ sort: {value} }}"), "");
        let d = says(&text, Code::EmptyValue, &format!("{value} }}"), value);
        assert_eq!(d.label, label);
    }
    let text = list("", "User:\n  sort:\n  about: Staff.", "");
    let d = common::load(&text).diagnostics.remove(0);
    assert_eq!((d.code, d.place.as_ref().map(|p| p.line)), (Code::EmptyValue, Some(12)));
}

#[test]
fn an_empty_file_says_what_belongs_into_it() {
    let loaded = load("# nothing\n");
    assert_eq!(loaded.diagnostics[0].code, Code::EmptyValue);
    assert!(loaded.plan.is_none());
}

#[test]
fn anchors_aliases_and_tags_are_refused() {
    says(&list("", "User: { sort: &s USER }", ""), Code::YamlFeature, "&s USER", "&s USER");
    says(&list("", "User: { sort: !!str USER }", ""), Code::YamlFeature, "!!str USER", "!!str USER");
    let text = list("", "User: { sort: &s USER }\nItem: { sort: *s }", "");
    let codes: Vec<Code> = load(&text).diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::YamlFeature, Code::YamlFeature]);
}

#[test]
fn a_second_document_is_refused() {
    let text = format!("{}---\nversion: 1\n", list("", USER, LIST));
    says(&text, Code::SeveralDocuments, "---", "---");
}

#[test]
fn depth_and_size_are_bounded() {
    let deep = format!("version: {}1{}", "[".repeat(100), "]".repeat(100));
    assert!(load(&deep).diagnostics.iter().any(|d| d.code == Code::TooDeep));
    let large = format!("# {}\n", "x".repeat(1 << 20));
    assert_eq!(load(&large).diagnostics[0].code, Code::TooLarge);
}

#[test]
fn tabs_do_not_indent() {
    let text = "version: 1\ntable:\n\tname: shop\n";
    let d = one(&load(text), Code::TabIndent, "\t", (3, 1));
    assert!(d.help[0].contains("spaces"));
}

#[test]
fn unquoted_braces_are_recognised() {
    // Alone they are a map, and with more text they are no YAML at all.
    says(&list("", "User: { sort: {user_id} }", ""), Code::UnquotedBraces, "{user_id}", "{");
    says(&list("", "User:\n  sort: {user_id}#X", ""), Code::UnquotedBraces, "{user_id}#X", "{user_id}#X");
    says(
        &list("", "User: { sort: USER, GSI1: { partition: {tenant}#A, sort: B } }", ""),
        Code::UnquotedBraces,
        "{tenant}#A",
        "{tenant}#A",
    );
}

#[test]
fn a_value_that_is_a_comment_is_recognised() {
    let text = list("", "User:\n  sort: #META", "");
    let loaded = load(&text);
    let d = &loaded.diagnostics[0];
    assert_eq!((loaded.diagnostics.len(), d.code), (1, Code::CommentEatsValue), "{}", report(&loaded));
    assert_eq!(d.place.as_ref().map(|p| (p.line, p.column)), Some((12, 9)));
    assert_eq!(d.help, ["quote it: '#META'"]);
}

#[test]
fn a_comment_that_cuts_a_template_is_recognised() {
    let d = says(
        &list("", "User:\n  sort: USER #{user_id}", ""),
        Code::CommentCutsText,
        "#{user_id}",
        "#{user_id}",
    );
    assert_eq!(d.help[0], "quote the whole text: 'USER #{user_id}'");
    clean(
        &list("user_id: ulid", "User:\n  sort: USER#{user_id} # one per person", LIST)
            .replace("  indexes:\n    GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] }\n", ""),
    );
}

#[test]
fn a_comma_that_cuts_prose_is_recognised() {
    let text = list("", USER, "- { name: list_users, query: User, about: All of them, by name. }");
    let d = says(&text, Code::CommaCutsText, "by name.", "by name.");
    assert_eq!(d.help, ["quote the whole text: \"All of them, by name.\""]);
}

#[test]
fn truth_values_are_true_and_false_only() {
    for word in ["yes", "on", "True", "no", "off", "1"] {
        let text = list("", USER, &format!("- {{ name: list_users, query: User, consistent: {word} }}"));
        let d = says(&text, Code::WrongValue, &format!("{word} }}"), word);
        assert!(d.label.contains("true") || d.label.contains("false"));
    }
}

#[test]
fn numbers_and_times_stay_text() {
    let text = "version: 1
table: { name: '012', key: { partition: 12:30, sort: yes } }
types: { state: [012, 12:30, yes, null_, 1e3] }
entities:
  User: { partition: 012, sort: '12:30#{state}', allow: { hot-partition: one office } }
patterns:
  - { name: list_users, query: User, fix: { state: 012 } }
";
    // The table's name is refused for Rust's sake only: everything else keeps its text.
    let plan = load(text).plan.expect("the table is understood");
    assert_eq!((plan.table.partition.as_str(), plan.table.sort.as_deref()), ("12:30", Some("yes")));
    assert_eq!(plan.entities[0].partition.text, "012");
    assert_eq!(
        plan.entities[0].fields[0].kind,
        dal_spec::KindDef::Enum("012|12:30|yes|null_|1e3".to_owned())
    );
}

#[test]
fn columns_count_characters() {
    let text = list("", "User: { about: 'Ärzte', sort: 'ÄRZTE#{user_id:dsc}' }", "");
    says(&text, Code::UnknownEncoding, "{user_id:dsc}", "dsc");
}

#[test]
fn keys_must_be_words() {
    let text = list("", "User: { ? [a, b] : c, sort: USER }", "");
    says(&text, Code::WrongForm, "[a, b]", "[");
}
