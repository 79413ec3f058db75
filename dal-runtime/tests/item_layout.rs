//! Items attribute by attribute: what is hidden, injected, skipped, missing, found.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use dal_runtime::item::{
    Injected, ItemWriter, Layout, RawItem, from_attributes, from_attributes_ref, item_size, to_attributes,
};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Strict {
    name: String,
}

#[derive(Deserialize, Serialize, PartialEq, Debug)]
struct Open {
    name: String,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

const ITEM: &[u8] = br#"{"PK":{"S":"k"},"name":{"S":"n"},"entity":{"S":"E"},"x":{"N":"1"}}"#;

#[test]
fn hidden_attributes() {
    let raw = RawItem::parse(ITEM).unwrap();
    let attributes = raw.to_attributes().unwrap();
    let layout = Layout::new().hide(&["PK", "entity", "x"]);
    let strict = Strict { name: "n".into() };
    assert_eq!(raw.decode::<Strict>(&layout).unwrap(), strict);
    assert_eq!(from_attributes_ref::<Strict>(&attributes, &layout).unwrap(), strict);
    raw.decode::<Strict>(&Layout::new()).unwrap_err();
    from_attributes_ref::<Strict>(&attributes, &Layout::new()).unwrap_err();

    let layout = Layout::new().hide(&["PK", "entity"]);
    let open = Open { name: "n".into(), rest: [("x".to_owned(), 1)].into() };
    assert_eq!(raw.decode::<Open>(&layout).unwrap(), open);
    assert_eq!(from_attributes::<Open>(attributes, &layout).unwrap(), open);

    // A hidden field is missing.
    assert_eq!(raw.decode::<Open>(&Layout::new().hide(&["name"])).unwrap_err().path(), "name");
}

#[test]
fn the_mark_of_a_write_is_always_hidden() {
    let raw = RawItem::parse(br#"{"name":{"S":"n"},"_dal_token":{"S":"0123"}}"#).unwrap();
    let attributes = raw.to_attributes().unwrap();
    let layout = Layout::new();
    let strict = Strict { name: "n".into() };
    assert_eq!(raw.decode::<Strict>(&layout).unwrap(), strict);
    assert_eq!(from_attributes_ref::<Strict>(&attributes, &layout).unwrap(), strict);
    let open = Open { name: "n".into(), rest: BTreeMap::new() };
    assert_eq!(raw.decode::<Open>(&layout).unwrap(), open);
    assert_eq!(from_attributes::<Open>(attributes, &layout).unwrap(), open);
}

#[derive(Deserialize, PartialEq, Debug)]
struct Typed {
    id: u128,
    day: String,
    flag: bool,
    bytes: Option<Vec<u8>>,
    name: String,
}

#[test]
fn injected_values() {
    let raw = RawItem::parse(br#"{"name":{"S":"n"},"day":{"S":"stored"}}"#).unwrap();
    let number = (u128::from(u64::MAX) + 1).to_string();
    let values = [
        ("id", Injected::Number(&number)),
        ("day", Injected::Text("1.5.")),
        ("flag", Injected::Bool(true)),
        ("bytes", Injected::Base64("AQI=")),
    ];
    let layout = Layout::new().inject(&values);
    let expected = Typed {
        id: u128::from(u64::MAX) + 1,
        day: "1.5.".into(),
        flag: true,
        bytes: Some(vec![1, 2]),
        name: "n".into(),
    };
    assert_eq!(raw.decode::<Typed>(&layout).unwrap(), expected);
    assert_eq!(from_attributes::<Typed>(raw.to_attributes().unwrap(), &layout).unwrap(), expected);
    let wrong = [("id", Injected::Text("x"))];
    assert_eq!(raw.decode::<Typed>(&Layout::new().inject(&wrong)).unwrap_err().path(), "id");
}

#[test]
fn writing_fields_around_key_columns() {
    let value = HashMap::from([("PK", "mine"), ("name", "n")]);
    let mut writer = ItemWriter::new(b"{\"Item\":".to_vec());
    writer.text("PK", "dal's \"key\"").unwrap();
    writer.number("rank", "1.50").unwrap();
    writer.text_with("SK", |out| writeln!(out, "A#{}", 5)).unwrap();
    writer.value("none", &None::<u8>).unwrap();
    writer.fields(&value, &["PK"]).unwrap();
    let (text, size) = writer.finish();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(
        text,
        r#"{"Item":{"PK":{"S":"dal's \"key\""},"rank":{"N":"1.50"},"SK":{"S":"A#5\n"},"name":{"S":"n"}}"#
    );
    let raw = RawItem::parse(&text.as_bytes()[8..]).unwrap();
    assert_eq!(item_size(&raw.to_attributes().unwrap()), size);
}

#[test]
fn names_are_written_once() {
    let value = HashMap::from([("PK", "mine")]);
    let mut writer = ItemWriter::new(Vec::new());
    writer.text("PK", "dal's").unwrap();
    assert_eq!(writer.fields(&value, &[]).unwrap_err().to_string(), "attribute `PK`: is written twice");
    let mut writer = ItemWriter::new(Vec::new());
    writer.fields(&value, &[]).unwrap();
    writer.text("PK", "dal's").unwrap_err();
    writer.text("", "dal's").unwrap_err();
    to_attributes(&HashMap::from([("", 1)])).unwrap_err();

    // A field and an entry of a flattened map.
    let open = Open { name: "n".into(), rest: [("name".to_owned(), 1)].into() };
    ItemWriter::new(Vec::new()).fields(&open, &[]).unwrap_err();
    to_attributes(&open).unwrap_err();

    // Not even with names of one hash, of which there are many among so many.
    let many: Vec<String> = (0..500).map(|n| format!("attribute{n}")).collect();
    let mut writer = ItemWriter::new(Vec::new());
    for name in &many {
        writer.text(name, "x").unwrap();
    }
    for name in &many {
        writer.text(name, "x").unwrap_err();
    }
    // An attribute that was left out is not there.
    let mut writer = ItemWriter::new(Vec::new());
    writer.value("a", &None::<u8>).unwrap();
    writer.value("a", &1).unwrap();
    assert_eq!(writer.finish().0, br#"{"a":{"N":"1"}}"#);
}

#[test]
fn only_structs_and_maps_are_items() {
    macro_rules! refused {
        ($($value:expr,)*) => {$(
            ItemWriter::new(Vec::new()).fields(&$value, &[]).unwrap_err();
            to_attributes(&$value).unwrap_err();
        )*};
    }
    refused!(1, "x", true, 1.5, [1, 2], (1, 2), 'x',);
    let mut writer = ItemWriter::new(Vec::new());
    writer.fields(&Some(HashMap::from([(5u8, "five")])), &[]).unwrap();
    assert_eq!(writer.finish().0, br#"{"5":{"S":"five"}}"#);
}

#[test]
fn one_by_one() {
    let raw = RawItem::parse(ITEM).unwrap();
    assert_eq!(raw.text("name").unwrap().as_deref(), Some("n"));
    assert_eq!(raw.number("x").unwrap().as_deref(), Some("1"));
    assert_eq!(raw.text("none").unwrap(), None);
    assert_eq!(raw.text("x").unwrap_err().to_string(), "attribute `x`: is not a string");
    assert_eq!(raw.find("entity").unwrap().unwrap().json(), r#"{"S":"E"}"#);
    let names: Vec<_> = raw.attributes().map(|pair| pair.unwrap().0.into_owned()).collect();
    assert_eq!(names, ["PK", "name", "entity", "x"]);

    let table = raw.table().unwrap();
    assert_eq!(table.len(), 4);
    // In order, out of order, again.
    for name in ["PK", "name", "entity", "name", "PK", "PK", "entity"] {
        assert!(!table.get::<String>(name).unwrap().is_empty());
    }
    assert_eq!(table.get::<u8>("x").unwrap(), 1);
    assert_eq!(table.get::<Option<u8>>("x").unwrap(), Some(1));
    assert_eq!(table.get::<Option<u8>>("none").unwrap(), None);
    assert_eq!(table.get::<u8>("none").unwrap_err().to_string(), "attribute `none`: is missing");
    assert_eq!(table.get::<u8>("name").unwrap_err().path(), "name");
    assert_eq!(table.get_or_default::<u8>("none").unwrap(), 0);
    table.get_or_default::<u8>("name").unwrap_err();
    assert_eq!(table.get_any::<String>(&["no", "name", "PK"]).unwrap(), "n");
    assert_eq!(table.get_any::<u8>(&["first", "second"]).unwrap_err().path(), "first");
    let upper = |value| String::deserialize(value).map(|text: String| text.to_uppercase());
    assert_eq!(table.get_with("name", upper).unwrap(), "N");
    assert_eq!(table.get_with("none", upper).unwrap_err().path(), "none");
    assert_eq!(table.get_with_or_else("none", upper, String::new).unwrap(), "");
}

#[test]
fn a_table_of_many_attributes() {
    let mut json = String::from(r#"{"\u0061":{"N":"1000"}"#);
    for n in 0..60 {
        write!(json, r#","a{n}":{{"N":"{n}"}}"#).unwrap();
    }
    json.push('}');
    let table = RawItem::parse(json.as_bytes()).unwrap().table().unwrap();
    assert_eq!(table.len(), 61);
    assert_eq!(table.get::<u32>("a").unwrap(), 1000);
    for n in (0..60).rev() {
        assert_eq!(table.get::<u32>(&format!("a{n}")).unwrap(), n);
    }
    assert!(table.find("a60").is_none());
}

#[test]
fn malformed_items() {
    for bad in ["", "[]", "{", r#"{"a":{"S":"x"}"#, r#"{"a":{"S":"x"}} x"#, "{\"a\":{\"S\":\"\u{7}\"}"] {
        RawItem::parse(bad.as_bytes()).unwrap_err();
    }
    // Balanced, but not items: found when they are read.
    for bad in [
        r#"{"a":1}"#,
        r#"{"a":{}}"#,
        r#"{"a":{"S":1}}"#,
        r#"{"a":{"S":"x","N":"1"}}"#,
        r#"{"a":{"X":"x"}}"#,
        r#"{"a":{"BOOL":"true"}}"#,
        r#"{"a":{"B":"!"}}"#,
        r#"{"a":{"L":{}}}"#,
        r#"{"a" {"S":"x"}}"#,
        r#"{a:1}"#,
        r#"{"a":{"S":"x"},}"#,
        r#"{"a":{"M":[]}}"#,
        r#"{"a":{"SS":[1]}}"#,
        r#"{"a":{"S":"\ud800"}}"#,
    ] {
        let raw = RawItem::parse(bad.as_bytes()).unwrap();
        raw.decode::<HashMap<String, serde_json::Value>>(&Layout::new()).unwrap_err();
        raw.to_attributes().unwrap_err();
    }
}
