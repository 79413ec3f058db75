//! Any bytes as an item.

use std::collections::{BTreeMap, BTreeSet};

use dal::item::{ItemWriter, Layout, RawItem, RawValue, from_attributes, item_size, to_attributes};
use dal::wire::View;
use dal::{Entity, EntityExt, Error, KeyValue};
use serde::{Deserialize, Serialize};

use super::cursor::{Note, scope_of};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Value {
    Unit,
    Bool(bool),
    Small(i8),
    Int(i64),
    Wide(i128),
    Unsigned(u64),
    Float(f64),
    Letter(char),
    Text(String),
    #[serde(with = "dal::binary")]
    Bytes(Vec<u8>),
    #[serde(with = "dal::string_set")]
    Texts(BTreeSet<String>),
    #[serde(with = "dal::number_set")]
    Numbers(BTreeSet<i64>),
    Optional(Option<Box<Value>>),
    List(Vec<Value>),
    Map(BTreeMap<String, Value>),
    ByNumber(BTreeMap<i32, Value>),
    Struct {
        first: Box<Value>,
        second: Option<String>,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "shape")]
enum Shape {
    Circle { radius: f64 },
    Path { points: Vec<(i32, i32)>, closed: Option<bool> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Item {
    id: String,
    value: Value,
    maybe: Option<Value>,
    #[serde(default)]
    more: BTreeMap<String, Value>,
    #[serde(flatten)]
    shape: Shape,
}

/// Whatever is read is read alike straight from the text and by way of the SDK's types, and comes back as it was.
pub fn item(data: &[u8]) {
    if let Ok(view) = View::parse(data) {
        for item in &view.items {
            let _ = item.decode::<Item>(&Layout::new());
        }
    }
    if let Ok(value) = RawValue::parse(data) {
        let _ = (value.decode::<Value>(), value.text(), value.number());
    }
    let Ok(raw) = RawItem::parse(data) else { return };
    assert!(RawItem::parse(raw.json().as_bytes()).is_ok(), "its own text is an item");
    let typed = raw.decode::<Item>(&Layout::new());
    let attributes = raw.to_attributes();
    note(&raw);
    let mut names = Vec::new();
    for pair in raw.attributes() {
        let Ok((name, value)) = pair else { break };
        let _ = (raw.text(&name), raw.number(&name), value.decode::<Value>());
        assert!(raw.find(&name).is_ok_and(|found| found.is_some()), "{name:?} is there");
        names.push(name);
    }
    if let Ok(table) = raw.table() {
        let _ = (table.get::<String>("id"), table.get::<Value>("value"), table.get_or_default::<u8>("maybe"));
    }
    let Ok(typed) = typed else { return };
    if let Ok(attributes) = attributes
        && names.len() == attributes.len()
    {
        assert_eq!(
            from_attributes::<Item>(attributes, &Layout::new()).as_ref(),
            Ok(&typed),
            "by the SDK's types"
        );
    }
    written(&typed);
}

/// An item that is read as a note is written with the key attributes that hold its fields, a number and bytes, as they
/// were, and with a key that is read back.
fn note(raw: &RawItem<'_>) {
    let Ok(attributes) = raw.to_attributes() else { return };
    if let (Ok(Some(partition)), Ok(sort)) = (raw.key_value("PK"), raw.key_value("SK")) {
        let _ = Note::parse_key(&partition, sort.as_ref());
    }
    let Ok(note) = Note::from_attribute_values(&attributes) else { return };
    let scope = scope_of(note.tenant_id.clone());
    let written = match note.to_attribute_values(&scope) {
        Ok(written) => written,
        // What is in no key of the table can make none of an index: an empty text, or one that is too long.
        Err(Error::Key(_)) => return,
        Err(other) => panic!("{note:?}: {other}"),
    };
    // The number, in whatever digits, and the bytes.
    let number = |value: &str| KeyValue::N(value.to_owned());
    let size = (attributes["size"].as_n().map(|n| number(n)), written["size"].as_n().map(|n| number(n)));
    assert!(matches!(&size, (Ok(read), Ok(written)) if read.is_same(written)), "{size:?}");
    assert_eq!(attributes["code"], written["code"]);
    let values = Note::key_values(&scope, &note.key());
    let key = values.and_then(|key| Note::parse_key(&key.partition.1, key.sort.as_ref().map(|sort| &sort.1)));
    assert!(key.as_ref().is_ok_and(|key| *key == note.key()), "{note:?} has the key {key:?}");
}

/// A value that was read can be written, in both ways alike, unless a number or a set has no form in DynamoDB.
fn written(typed: &Item) {
    let mut writer = ItemWriter::new(Vec::new());
    let direct = writer.fields(typed, &[]);
    let attributes = to_attributes(typed);
    assert_eq!(direct.is_ok(), attributes.is_ok(), "{direct:?}, {attributes:?}");
    let Ok(attributes) = attributes else { return };
    let (text, size) = writer.finish();
    assert_eq!(size, item_size(&attributes));
    let raw = RawItem::parse(&text).expect("what is written is an item");
    assert_eq!(raw.to_attributes().as_ref(), Ok(&attributes));
    assert_eq!(raw.decode::<Item>(&Layout::new()).as_ref(), Ok(typed));
}
