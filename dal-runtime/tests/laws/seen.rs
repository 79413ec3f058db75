//! What serde is shown of a value: by what it is, and by each type that may be asked for.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

/// A value as it shows itself.
#[derive(Debug, Clone, PartialEq)]
pub enum Seen {
    Unit,
    Bool(bool),
    Unsigned(u128),
    Signed(i128),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Seen>),
    Map(BTreeMap<String, Seen>),
    Some(Box<Seen>),
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Seen;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_unit<E>(self) -> Result<Seen, E> {
        Ok(Seen::Unit)
    }

    fn visit_none<E>(self) -> Result<Seen, E> {
        Ok(Seen::Unit)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Seen, D::Error> {
        from.deserialize_any(Self).map(|seen| Seen::Some(Box::new(seen)))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Seen, E> {
        Ok(Seen::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Seen, E> {
        Ok(Seen::Unsigned(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Seen, E> {
        Ok(Seen::Signed(value.into()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Seen, E> {
        Ok(Seen::Unsigned(value))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Seen, E> {
        Ok(Seen::Signed(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Seen, E> {
        Ok(Seen::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Seen, E> {
        Ok(Seen::Text(value.to_owned()))
    }

    fn visit_bytes<E>(self, value: &[u8]) -> Result<Seen, E> {
        Ok(Seen::Bytes(value.to_vec()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Seen, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        Ok(Seen::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Seen, A::Error> {
        let mut map = BTreeMap::new();
        while let Some((name, value)) = entries.next_entry()? {
            map.insert(name, value);
        }
        Ok(Seen::Map(map))
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any)
    }
}

/// A unit variant, and one of each other form.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub enum Choice {
    #[serde(rename = "a")]
    Unit,
    #[serde(rename = "m")]
    Newtype(Seen),
    Tuple(Seen, Seen),
    Struct {
        a: Seen,
    },
}

/// A struct of some attributes that arbitrary maps have.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Fields {
    #[serde(default)]
    pub m: Option<Seen>,
    #[serde(default)]
    pub a: Option<Seen>,
}

/// The bytes of a binary value.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Binary(#[serde(with = "dal_runtime::item::binary")] pub Vec<u8>);

/// The text of a number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Digits(#[serde(with = "dal_runtime::item::number")] pub String);

/// Calls `$law` for each type that a program may ask a value to be.
#[macro_export]
macro_rules! each_wanted_type {
    ($law:ident) => {
        $law!(
            bool, i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64, char, String, (), Option<Seen>,
            Option<u32>, Vec<Seen>, Vec<u8>, Vec<String>, (Seen, Seen), [i64; 2], BTreeMap<String, Seen>,
            BTreeMap<i32, Seen>, BTreeMap<bool, Seen>, HashMap<String, String>, Choice, Fields, Binary, Digits, Seen
        );
    };
}
