//! The elements of sets.

use std::fmt::Display;

use serde::ser::{self, Impossible, Serialize, Serializer};

use super::decimal as number;
use super::error::EncodeError;
use super::refuse::refuse;
use super::ser::{JSON_NUMBER, SetKind};
use super::sink::Sink;
use super::with;

/// An element, ready to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Element {
    Text(String),
    /// Checked against DynamoDB's limits.
    Number(String),
    Binary(Vec<u8>),
}

impl Element {
    pub(crate) fn write(&self, sink: &mut Sink) -> Result<(), EncodeError> {
        match self {
            Element::Text(text) => {
                sink.quoted(text);
                sink.size += text.len();
            }
            Element::Number(text) => {
                sink.size += number::check(text).map_err(EncodeError::new)?;
                sink.quoted(text);
            }
            Element::Binary(bytes) => sink.base64(bytes),
        }
        Ok(())
    }

    fn number(text: String) -> Result<Self, EncodeError> {
        number::check(&text).map_err(EncodeError::new)?;
        Ok(Element::Number(text))
    }
}

/// Makes an element of the set's kind, and refuses the others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ElementSer(pub(crate) SetKind);

impl ElementSer {
    fn expect(
        self,
        kind: SetKind,
        element: impl FnOnce() -> Result<Element, EncodeError>,
    ) -> Result<Element, EncodeError> {
        if self.0 == kind { element() } else { Err(self.refusal()) }
    }

    fn refusal(self) -> EncodeError {
        EncodeError::new(format!("every element of this set must be {}", self.0.wants()))
    }
}

macro_rules! integers {
    ($($method:ident $type:ty,)*) => {$(
        fn $method(self, value: $type) -> Result<Element, EncodeError> {
            self.expect(SetKind::Number, || Element::number(value.to_string()))
        }
    )*};
}

impl Serializer for ElementSer {
    type Ok = Element;
    type Error = EncodeError;
    type SerializeSeq = Bytes;
    type SerializeTuple = Bytes;
    type SerializeTupleStruct = Impossible<Element, EncodeError>;
    type SerializeTupleVariant = Impossible<Element, EncodeError>;
    type SerializeMap = Impossible<Element, EncodeError>;
    type SerializeStruct = JsonNumber;
    type SerializeStructVariant = Impossible<Element, EncodeError>;

    integers! {
        serialize_i8 i8,
        serialize_i16 i16,
        serialize_i32 i32,
        serialize_i64 i64,
        serialize_i128 i128,
        serialize_u8 u8,
        serialize_u16 u16,
        serialize_u32 u32,
        serialize_u64 u64,
        serialize_u128 u128,
    }

    fn serialize_f32(self, value: f32) -> Result<Element, EncodeError> {
        self.expect(SetKind::Number, || Element::number(number::f32_text(value).map_err(EncodeError::new)?))
    }

    fn serialize_f64(self, value: f64) -> Result<Element, EncodeError> {
        self.expect(SetKind::Number, || Element::number(number::f64_text(value).map_err(EncodeError::new)?))
    }

    fn serialize_char(self, value: char) -> Result<Element, EncodeError> {
        self.expect(SetKind::Text, || Ok(Element::Text(String::from(value))))
    }

    fn serialize_str(self, value: &str) -> Result<Element, EncodeError> {
        self.expect(SetKind::Text, || Ok(Element::Text(String::from(value))))
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<Element, EncodeError> {
        self.expect(SetKind::Text, || Ok(Element::Text(value.to_string())))
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Element, EncodeError> {
        self.serialize_str(variant)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Element, EncodeError> {
        self.expect(SetKind::Binary, || Ok(Element::Binary(value.to_vec())))
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Element, EncodeError> {
        if name == with::NUMBER {
            let text = value.serialize(super::key_text::KeyValues)?;
            return self.expect(SetKind::Number, || Element::number(text));
        }
        value.serialize(self)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Element, EncodeError> {
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Bytes, EncodeError> {
        if self.0 == SetKind::Binary {
            Ok(Bytes(Vec::with_capacity(length.unwrap_or(0).min(1 << 20))))
        } else {
            Err(self.refusal())
        }
    }

    fn serialize_tuple(self, length: usize) -> Result<Bytes, EncodeError> {
        self.serialize_seq(Some(length))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<JsonNumber, EncodeError> {
        if self.0 == SetKind::Number && name == JSON_NUMBER {
            Ok(JsonNumber(None))
        } else {
            Err(self.refusal())
        }
    }

    fn serialize_bool(self, _: bool) -> Result<Element, EncodeError> {
        Err(self.refusal())
    }

    fn serialize_none(self) -> Result<Element, EncodeError> {
        Err(self.refusal())
    }

    fn serialize_unit(self) -> Result<Element, EncodeError> {
        Err(self.refusal())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Element, EncodeError> {
        Err(self.refusal())
    }

    refuse! {
        EncodeError::new("an element of a set must be a string, a number or bytes");
        newtype_variant, tuple_struct, tuple_variant, map, struct_variant
    }
}

/// Bytes that are serialized one by one.
pub(crate) struct Bytes(Vec<u8>);

impl Bytes {
    fn push<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        let text = value.serialize(super::key_text::KeyValues)?;
        self.0.push(text.parse().map_err(|_| EncodeError::new("every element of this set must be bytes"))?);
        Ok(())
    }
}

macro_rules! bytes {
    ($($trait:ident)*) => {$(
        impl ser::$trait for Bytes {
            type Ok = Element;
            type Error = EncodeError;

            fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
                self.push(value)
            }

            fn end(self) -> Result<Element, EncodeError> {
                Ok(Element::Binary(self.0))
            }
        }
    )*};
}
bytes!(SerializeSeq SerializeTuple);

/// serde_json's way of handing over a number.
pub(crate) struct JsonNumber(Option<String>);

impl ser::SerializeStruct for JsonNumber {
    type Ok = Element;
    type Error = EncodeError;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        _: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.0 = Some(value.serialize(super::key_text::KeyValues)?);
        Ok(())
    }

    fn end(self) -> Result<Element, EncodeError> {
        Element::number(self.0.unwrap_or_default())
    }
}
