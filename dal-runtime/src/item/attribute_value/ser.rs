//! The serializer into `AttributeValue`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Display;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::ser::{self, Impossible, Serialize, Serializer};

use crate::item::decimal as number;
use crate::item::error::EncodeError;
use crate::item::key_text::KeyValues;
use crate::item::refuse::refuse;
use crate::item::ser::{EMPTY_SET, JSON_NUMBER, SetKind};
use crate::item::set_element::{Element, ElementSer};
use crate::item::sink::displayed;
use crate::item::with;

type Value = Result<AttributeValue, EncodeError>;

/// Makes an attribute value.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueSer {
    /// How many lists and maps may still be nested.
    levels: u8,
    /// Whether the names are an item's, which must be unique.
    item: bool,
    /// Whether the value is a whole attribute: a `None` is then [`ABSENT`].
    attribute: bool,
}

/// Stands for a whole attribute that is `None`, until it is left out: DynamoDB itself has no such value.
const ABSENT: AttributeValue = AttributeValue::Null(false);

const fn is_absent(value: &AttributeValue) -> bool {
    matches!(value, AttributeValue::Null(false))
}

impl ValueSer {
    pub(super) fn value() -> Self {
        ValueSer { levels: 32, item: false, attribute: false }
    }

    /// For a whole item, which is a map that does not count as a level.
    pub(super) fn item() -> Self {
        ValueSer { levels: 33, item: true, attribute: false }
    }

    fn inner(self) -> Result<Self, EncodeError> {
        match self.levels.checked_sub(1) {
            Some(levels) => Ok(ValueSer { levels, item: false, attribute: self.item }),
            None => Err(EncodeError::new("nested more than 32 levels deep")),
        }
    }

    fn number(text: String) -> Value {
        number::check(&text).map_err(EncodeError::new)?;
        Ok(AttributeValue::N(text))
    }

    fn list(self, variant: Option<&'static str>, length: Option<usize>) -> Result<List, EncodeError> {
        let inner = if variant.is_some() { self.inner()?.inner()? } else { self.inner()? };
        Ok(List { inner, values: Vec::with_capacity(length.unwrap_or(0).min(1024)), variant })
    }

    fn map(self, variant: Option<&'static str>, length: Option<usize>) -> Result<Map, EncodeError> {
        // Beside its fields an item holds keys and the type attribute.
        let room = length.unwrap_or(0).min(1024) + if self.item { 8 } else { 0 };
        let inner = if variant.is_some() { self.inner()?.inner()? } else { self.inner()? };
        Ok(Map { inner, unique: self.item, values: HashMap::with_capacity(room), key: None, variant })
    }
}

fn wrap(variant: Option<&'static str>, value: AttributeValue) -> AttributeValue {
    match variant {
        None => value,
        Some(name) => AttributeValue::M(HashMap::from([(String::from(name), value)])),
    }
}

macro_rules! integers {
    ($($method:ident $type:ty,)*) => {$(
        fn $method(self, value: $type) -> Value {
            // None has more digits than DynamoDB keeps.
            Ok(AttributeValue::N(String::from(itoa::Buffer::new().format(value))))
        }
    )*};
}

impl Serializer for ValueSer {
    type Ok = AttributeValue;
    type Error = EncodeError;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = List;
    type SerializeMap = Map;
    type SerializeStruct = Struct;
    type SerializeStructVariant = Map;

    integers! {
        serialize_i8 i8,
        serialize_i16 i16,
        serialize_i32 i32,
        serialize_i64 i64,
        serialize_u8 u8,
        serialize_u16 u16,
        serialize_u32 u32,
        serialize_u64 u64,
    }

    fn serialize_i128(self, value: i128) -> Value {
        Self::number(value.to_string())
    }

    fn serialize_u128(self, value: u128) -> Value {
        Self::number(value.to_string())
    }

    fn serialize_f32(self, value: f32) -> Value {
        Self::number(number::f32_text(value).map_err(EncodeError::new)?)
    }

    fn serialize_f64(self, value: f64) -> Value {
        Self::number(number::f64_text(value).map_err(EncodeError::new)?)
    }

    fn serialize_bool(self, value: bool) -> Value {
        Ok(AttributeValue::Bool(value))
    }

    fn serialize_char(self, value: char) -> Value {
        Ok(AttributeValue::S(String::from(value)))
    }

    fn serialize_str(self, value: &str) -> Value {
        Ok(AttributeValue::S(String::from(value)))
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Value {
        displayed(value).map(AttributeValue::S).ok_or_else(|| EncodeError::new("a Display that fails"))
    }

    fn serialize_bytes(self, value: &[u8]) -> Value {
        Ok(AttributeValue::B(Blob::new(value)))
    }

    fn serialize_none(self) -> Value {
        Ok(if self.attribute { ABSENT } else { AttributeValue::Null(true) })
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Value {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Value {
        Ok(AttributeValue::Null(true))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Value {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Value {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, name: &'static str, value: &T) -> Value {
        if let Some(kind) = SetKind::of(name) {
            return value.serialize(SetSer(kind));
        }
        if name == with::NUMBER {
            return Self::number(value.serialize(KeyValues)?);
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Value {
        let value = value.serialize(self.inner()?).map_err(|error| error.in_attribute(variant))?;
        Ok(if is_absent(&value) { AttributeValue::M(HashMap::new()) } else { wrap(Some(variant), value) })
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List, EncodeError> {
        self.list(None, length)
    }

    fn serialize_tuple(self, length: usize) -> Result<List, EncodeError> {
        self.list(None, Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<List, EncodeError> {
        self.list(None, Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<List, EncodeError> {
        self.list(Some(variant), Some(length))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Map, EncodeError> {
        self.map(None, length)
    }

    fn serialize_struct(self, name: &'static str, length: usize) -> Result<Struct, EncodeError> {
        if name == JSON_NUMBER {
            return Ok(Struct::Number(None));
        }
        self.map(None, Some(length)).map(Struct::Map)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Map, EncodeError> {
        self.map(Some(variant), Some(length))
    }
}

/// The elements of a list.
pub(super) struct List {
    inner: ValueSer,
    values: Vec<AttributeValue>,
    variant: Option<&'static str>,
}

macro_rules! list {
    ($($trait:ident $method:ident,)*) => {$(
        impl ser::$trait for List {
            type Ok = AttributeValue;
            type Error = EncodeError;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
                let value = value.serialize(self.inner).map_err(|error| error.in_element(self.values.len()))?;
                self.values.push(value);
                Ok(())
            }

            fn end(self) -> Value {
                Ok(wrap(self.variant, AttributeValue::L(self.values)))
            }
        }
    )*};
}
list! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

/// The entries of a map.
pub(super) struct Map {
    inner: ValueSer,
    unique: bool,
    values: HashMap<String, AttributeValue>,
    key: Option<String>,
    variant: Option<&'static str>,
}

impl Map {
    fn entry<T: ?Sized + Serialize>(
        &mut self,
        name: impl Into<String>,
        value: &T,
    ) -> Result<(), EncodeError> {
        let value = match value.serialize(self.inner) {
            Ok(value) => value,
            Err(error) => return Err(error.in_attribute(name.into())),
        };
        if !self.unique {
            self.values.insert(name.into(), value);
            return Ok(());
        }
        // An attribute that is `None` is not there, and so no duplicate of another.
        if is_absent(&value) {
            return Ok(());
        }
        match self.values.entry(name.into()) {
            Entry::Vacant(place) => {
                place.insert(value);
                Ok(())
            }
            Entry::Occupied(place) => {
                Err(EncodeError::new("is written twice").in_attribute(place.key().as_str()))
            }
        }
    }

    fn finish(self) -> Value {
        Ok(wrap(self.variant, AttributeValue::M(self.values)))
    }
}

impl ser::SerializeMap for Map {
    type Ok = AttributeValue;
    type Error = EncodeError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), EncodeError> {
        self.key = Some(key.serialize(KeyValues)?);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        let key = self.key.take().unwrap_or_default();
        self.entry(key, value)
    }

    fn end(self) -> Value {
        self.finish()
    }
}

impl ser::SerializeStructVariant for Map {
    type Ok = AttributeValue;
    type Error = EncodeError;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.entry(key, value)
    }

    fn end(self) -> Value {
        self.finish()
    }
}

/// The fields of a struct, or serde_json's way of handing over a number.
pub(super) enum Struct {
    Map(Map),
    Number(Option<String>),
}

impl ser::SerializeStruct for Struct {
    type Ok = AttributeValue;
    type Error = EncodeError;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        match self {
            Struct::Map(map) => map.entry(key, value),
            Struct::Number(text) => {
                *text = Some(value.serialize(KeyValues)?);
                Ok(())
            }
        }
    }

    fn end(self) -> Value {
        match self {
            Struct::Map(map) => map.finish(),
            Struct::Number(text) => ValueSer::number(text.unwrap_or_default()),
        }
    }
}

/// Makes a set.
struct SetSer(SetKind);

/// The elements of a set.
pub(super) struct Set {
    kind: SetKind,
    elements: Vec<Element>,
}

impl Serializer for SetSer {
    type Ok = AttributeValue;
    type Error = EncodeError;
    type SerializeSeq = Set;
    type SerializeTuple = Set;
    type SerializeTupleStruct = Impossible<AttributeValue, EncodeError>;
    type SerializeTupleVariant = Impossible<AttributeValue, EncodeError>;
    type SerializeMap = Impossible<AttributeValue, EncodeError>;
    type SerializeStruct = Impossible<AttributeValue, EncodeError>;
    type SerializeStructVariant = Impossible<AttributeValue, EncodeError>;

    fn serialize_seq(self, _: Option<usize>) -> Result<Set, EncodeError> {
        Ok(Set { kind: self.0, elements: Vec::new() })
    }

    fn serialize_tuple(self, _: usize) -> Result<Set, EncodeError> {
        self.serialize_seq(None)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Value {
        value.serialize(self)
    }

    refuse! {
        EncodeError::new("a set is written from a sequence");
        scalars, some, newtype_variant, tuple_struct, tuple_variant, map, struct, struct_variant
    }
}

macro_rules! set {
    ($($trait:ident)*) => {$(
        impl ser::$trait for Set {
            type Ok = AttributeValue;
            type Error = EncodeError;

            fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
                let index = self.elements.len();
                let element =
                    value.serialize(ElementSer(self.kind)).map_err(|error| error.in_element(index))?;
                if self.elements.contains(&element) {
                    return Err(EncodeError::new("a set cannot hold the same element twice"));
                }
                self.elements.push(element);
                Ok(())
            }

            fn end(self) -> Value {
                if self.elements.is_empty() {
                    return Err(EncodeError::new(EMPTY_SET));
                }
                let texts = |elements: Vec<Element>| {
                    elements
                        .into_iter()
                        .filter_map(|element| match element {
                            Element::Text(text) | Element::Number(text) => Some(text),
                            Element::Binary(_) => None,
                        })
                        .collect()
                };
                Ok(match self.kind {
                    SetKind::Text => AttributeValue::Ss(texts(self.elements)),
                    SetKind::Number => AttributeValue::Ns(texts(self.elements)),
                    SetKind::Binary => AttributeValue::Bs(
                        self.elements
                            .into_iter()
                            .filter_map(|element| match element {
                                Element::Binary(bytes) => Some(Blob::new(bytes)),
                                _ => None,
                            })
                            .collect(),
                    ),
                })
            }
        }
    )*};
}
set!(SerializeSeq SerializeTuple);
