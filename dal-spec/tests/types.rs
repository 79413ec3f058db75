//! `types:`: the kinds of key fields.

mod common;

use common::{list, load, report, says};
use dal_key::Precision;
use dal_spec::{Code, KindDef};

fn kind(written: &str) -> KindDef {
    let text = list(&format!("x: {written}"), "User: { sort: 'USER#{x}' }", "");
    let loaded = load(&text);
    assert!(!loaded.has_errors(), "{written}: {}", report(&loaded));
    loaded.plan.expect("a plan").entities[0].fields[1].kind.clone()
}

#[test]
fn every_kind_is_read() {
    let int = |min: i128, max: i128| KindDef::Int { min, max };
    let kinds = [
        ("text", KindDef::Text(None)),
        ("{ text: '[0-9-]+' }", KindDef::Text(Some("[0-9-]+".to_owned()))),
        ("uuid", KindDef::Uuid),
        ("ulid", KindDef::Ulid),
        ("u8", int(0, 255)),
        ("u64", int(0, u64::MAX.into())),
        ("i32", int(i32::MIN.into(), i32::MAX.into())),
        ("i128", int(i128::MIN, i128::MAX)),
        ("0..14", int(0, 14)),
        ("-5..5", int(-5, 5)),
        ("1..", int(1, u64::MAX.into())),
        ("-1..", int(-1, i64::MAX.into())),
        ("decimal.2", KindDef::Decimal(2)),
        ("f64", KindDef::F64),
        ("time.s", KindDef::Time(Precision::Seconds)),
        ("time.ms", KindDef::Time(Precision::Millis)),
        ("time.us", KindDef::Time(Precision::Micros)),
        ("date", KindDef::Date),
        ("bool", KindDef::Bool),
        ("bytes", KindDef::Bytes),
        ("[open, closed]", KindDef::Enum("open|closed".to_owned())),
    ];
    for (written, expected) in kinds {
        assert_eq!(kind(written), expected, "{written}");
    }
}

#[test]
fn undeclared_fields_are_text_and_entities_override() {
    let text = list("x: u8\nUser.x: uuid", "User: { sort: 'USER#{x}' }\nItem: { sort: 'ITEM#{x}#{y}' }", "");
    let plan = load(&text).plan.expect("a plan");
    let kinds = |n: usize| plan.entities[n].fields.iter().map(|f| f.kind.clone()).collect::<Vec<_>>();
    assert_eq!(kinds(0), [KindDef::Ulid, KindDef::Uuid]);
    assert_eq!(kinds(1), [KindDef::Ulid, KindDef::Int { min: 0, max: 255 }, KindDef::Text(None)]);
}

#[test]
fn unknown_kinds_say_what_is_meant() {
    for (written, meant) in [
        ("string", "text"),
        ("datetime", "time.ms"),
        ("int", "i64"),
        ("u128", "u64"),
        ("f32", "f64"),
        ("ulidd", "ulid"),
        ("decimal", "decimal.2"),
    ] {
        let text = list(&format!("x: {written}"), "User: { sort: 'USER#{x}' }", "");
        let d = says(&text, Code::UnknownKind, &format!("{written}\n"), written);
        assert_eq!(d.label, format!("did you mean `{meant}`?"));
    }
    says(&list("x: decimal.99", "", ""), Code::UnknownKind, "decimal.99", "decimal.99");
}

#[test]
fn ranges_hold_numbers() {
    for written in ["14..0", "..5", "a..b", "1..x"] {
        says(&list(&format!("x: {written}"), "", ""), Code::BadRange, written, written);
    }
}

#[test]
fn words_can_be_told_apart_in_keys() {
    says(&list("x: ['a#b', c]", "", ""), Code::BadWords, "'a#b'", "'a#b'");
    says(&list("x: ['a|b', c]", "", ""), Code::BadWords, "'a|b'", "'a|b'");
    says(&list("x: [open, open]", "", ""), Code::Repeated, "open]", "open");
}

#[test]
fn patterns_of_text_are_patterns() {
    says(&list("x: { text: '(a|b)' }", "", ""), Code::BadPattern, "'(a|b)'", "'(a|b)'");
}

#[test]
fn a_tenant_is_of_one_kind() {
    let text = list("User.tenant_id: uuid", "User: { sort: USER }", "");
    says(&text, Code::TenantKind, "User.tenant_id", "User.tenant_id");
}

#[test]
fn types_of_unknown_entities_are_noticed() {
    let text = list("Usr.x: u8", "User: { sort: 'USER#{x}' }", "");
    let d = says(&text, Code::UnknownEntity, "Usr.x", "Usr.x");
    assert_eq!(d.label, "did you mean `User`?");
    says(&list("a.b.c: u8", "", ""), Code::InvalidName, "a.b.c", "a.b.c");
}
