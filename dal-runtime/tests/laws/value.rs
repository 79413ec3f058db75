//! Arbitrary attribute values: of every type that DynamoDB has, and beyond its limits where they are from elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use dal_runtime::item::{binary, binary_set, number};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A value as the table holds it. Its serde form is that which dal writes as just this value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    S(String),
    N(String),
    B(Vec<u8>),
    Bool(bool),
    Null,
    L(Vec<Value>),
    M(BTreeMap<String, Value>),
    Ss(BTreeSet<String>),
    Ns(BTreeSet<String>),
    Bs(BTreeSet<Vec<u8>>),
}

struct Number<'a>(&'a String);

impl Serialize for Number<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        number::serialize(self.0, to)
    }
}

struct Bytes<'a>(&'a Vec<u8>);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        binary::serialize(self.0, to)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::S(text) => to.serialize_str(text),
            Self::N(digits) => Number(digits).serialize(to),
            Self::B(bytes) => Bytes(bytes).serialize(to),
            Self::Bool(value) => to.serialize_bool(*value),
            Self::Null => to.serialize_unit(),
            Self::L(list) => list.serialize(to),
            Self::M(map) => map.serialize(to),
            Self::Ss(set) => dal_runtime::item::string_set::serialize(set, to),
            Self::Ns(set) => {
                let set: Vec<_> = set.iter().map(Number).collect();
                dal_runtime::item::number_set::serialize(&set, to)
            }
            Self::Bs(set) => {
                let set: Vec<_> = set.iter().map(Bytes).collect();
                binary_set::serialize(&set, to)
            }
        }
    }
}

impl Value {
    /// The same as the SDK has it.
    pub fn to_sdk(&self) -> AttributeValue {
        match self {
            Self::S(text) => AttributeValue::S(text.clone()),
            Self::N(digits) => AttributeValue::N(digits.clone()),
            Self::B(bytes) => AttributeValue::B(Blob::new(bytes.clone())),
            Self::Bool(value) => AttributeValue::Bool(*value),
            Self::Null => AttributeValue::Null(true),
            Self::L(list) => AttributeValue::L(list.iter().map(Self::to_sdk).collect()),
            Self::M(map) => {
                AttributeValue::M(map.iter().map(|(name, value)| (name.clone(), value.to_sdk())).collect())
            }
            Self::Ss(set) => AttributeValue::Ss(set.iter().cloned().collect()),
            Self::Ns(set) => AttributeValue::Ns(set.iter().cloned().collect()),
            Self::Bs(set) => AttributeValue::Bs(set.iter().cloned().map(Blob::new).collect()),
        }
    }

    /// Levels of lists and maps.
    pub fn depth(&self) -> usize {
        match self {
            Self::L(list) => 1 + list.iter().map(Self::depth).max().unwrap_or(0),
            Self::M(map) => 1 + map.values().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }
}

/// An item: names and values.
#[derive(Debug, Clone, PartialEq)]
pub struct Item(pub BTreeMap<String, Value>);

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Item {
    pub fn to_sdk(&self) -> HashMap<String, AttributeValue> {
        self.0.iter().map(|(name, value)| (name.clone(), value.to_sdk())).collect()
    }

    /// Levels of lists and maps in its deepest attribute.
    pub fn depth(&self) -> usize {
        self.0.values().map(Value::depth).max().unwrap_or(0)
    }
}

/// Text with all that JSON escapes, and what it need not: the ends of planes, separators of lines, surrogates' neighbours.
pub fn any_text() -> impl Strategy<Value = String> {
    let odd = select(vec![
        '"',
        '\\',
        '/',
        '\n',
        '\r',
        '\t',
        '\u{8}',
        '\u{c}',
        '\u{0}',
        '\u{1f}',
        '\u{7f}',
        ' ',
        'a',
        'é',
        '\u{2028}',
        '\u{2029}',
        '\u{d7ff}',
        '\u{e000}',
        '\u{fffe}',
        '\u{ffff}',
        '\u{10000}',
        '😀',
        '\u{10ffff}',
    ]);
    prop_oneof![
        3 => "[a-z #0-9]{0,24}",
        2 => vec(odd, 0..20).prop_map(String::from_iter),
        1 => any::<String>(),
    ]
}

/// The text of a number that DynamoDB takes: up to 38 digits, any sign, point and exponent.
pub fn digits() -> impl Strategy<Value = String> {
    let sign = select(vec!["", "-"]);
    let odd = select(vec![
        "0",
        "-0",
        "0.0",
        "-0.00",
        "0E10",
        "-0e-5",
        "1E125",
        "9.9999999999999999999999999999999999999E+125",
        "1E-130",
        "-1e-130",
        "00012",
        "1.50",
        "99999999999999999999999999999999999999",
        "+7",
        "18446744073709551616",
        "-9223372036854775809",
        "-17014118346046923173168730371588410572",
        "0.00000000000000000000000000000000000001",
    ]);
    prop_oneof![
        2 => any::<i64>().prop_map(|number| number.to_string()),
        2 => (sign, "[1-9][0-9]{0,18}", proptest::option::of("[0-9]{1,19}"), proptest::option::of("[eE][+-]?[0-9]{1,2}"))
            .prop_map(|(sign, whole, fraction, exponent)| {
                let fraction = fraction.map(|fraction| format!(".{fraction}")).unwrap_or_default();
                format!("{sign}{whole}{fraction}{}", exponent.unwrap_or_default())
            }),
        1 => "-?[1-9][0-9]{37}",
        2 => odd.prop_map(str::to_owned),
    ]
}

/// A value of any type, as deep as `levels` or so.
pub fn any_value(levels: u32) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => any_text().prop_map(Value::S),
        3 => digits().prop_map(Value::N),
        1 => vec(any::<u8>(), 0..40).prop_map(Value::B),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => Just(Value::Null),
        1 => btree_set(any_text(), 1..4).prop_map(Value::Ss),
        1 => btree_set(digits(), 1..4).prop_map(Value::Ns),
        1 => btree_set(vec(any::<u8>(), 0..9), 1..4).prop_map(Value::Bs),
    ];
    leaf.prop_recursive(levels, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::L),
            btree_map(any_text(), inner, 0..4).prop_map(Value::M),
        ]
    })
}

/// A value inside so many lists and maps.
fn nested(value: Value, levels: &[bool]) -> Value {
    levels.iter().fold(value, |inner, list| match list {
        true => Value::L(vec![Value::Null, inner]),
        false => Value::M([("m".to_owned(), inner)].into()),
    })
}

/// An item whose attributes are of every type, one of them nested up to the limit and a little beyond.
pub fn any_item() -> impl Strategy<Value = Item> {
    let name =
        prop_oneof![2 => "[a-z_A-Z.-]{1,12}", 1 => any_text().prop_filter("a name", |name| !name.is_empty())];
    let attributes = btree_map(name, any_value(3), 0..6);
    let deep = proptest::option::weighted(0.2, (any_value(0), vec(any::<bool>(), 28..36)));
    (attributes, deep).prop_map(|(mut attributes, deep)| {
        attributes.extend(deep.map(|(value, levels)| ("deep".to_owned(), nested(value, &levels))));
        Item(attributes)
    })
}
