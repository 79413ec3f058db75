//! The serializer of attribute values into DynamoDB JSON.

use std::fmt::{Display, Write as _};

use serde::ser::{self, Impossible, Serialize, Serializer};

use super::decimal as number;
use super::error::EncodeError;
use super::key_text::KeyValues;
use super::sink::Sink;
use super::with;

/// Writes one attribute value.
#[derive(Debug)]
pub struct ValueSer<'s> {
    pub(crate) sink: &'s mut Sink,
}

/// The name under which serde_json hands over numbers of arbitrary precision.
pub(crate) const JSON_NUMBER: &str = "$serde_json::private::Number";

/// A set's types of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetKind {
    Text,
    Number,
    Binary,
}

impl SetKind {
    /// The kind of set that a marker of a `with` module asks for.
    pub(crate) fn of(marker: &str) -> Option<Self> {
        match marker {
            with::STRING_SET => Some(SetKind::Text),
            with::NUMBER_SET => Some(SetKind::Number),
            with::BINARY_SET => Some(SetKind::Binary),
            _ => None,
        }
    }

    pub(crate) fn wants(self) -> &'static str {
        match self {
            SetKind::Text => "a string",
            SetKind::Number => "a number",
            SetKind::Binary => "bytes",
        }
    }
}

pub(crate) const EMPTY_SET: &str =
    "a set cannot be empty: leave the attribute out (`Option` and the `option` module)";

impl<'s> ValueSer<'s> {
    fn variant(self, name: &str) -> Result<&'s mut Sink, EncodeError> {
        self.sink.open(b"{\"M\":{")?;
        self.sink.size += 1;
        self.sink.name(name);
        Ok(self.sink)
    }

    fn list(self, close: &'static [u8]) -> Result<List<'s>, EncodeError> {
        self.sink.open(b"{\"L\":[")?;
        Ok(List { sink: self.sink, count: 0, close })
    }
}

macro_rules! integers {
    ($($method:ident $type:ty,)*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<(), EncodeError> {
            self.sink.integer(value);
            Ok(())
        }
    )*};
}

impl<'s> Serializer for ValueSer<'s> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = List<'s>;
    type SerializeTuple = List<'s>;
    type SerializeTupleStruct = List<'s>;
    type SerializeTupleVariant = List<'s>;
    type SerializeMap = Map<'s>;
    type SerializeStruct = Struct<'s>;
    type SerializeStructVariant = Map<'s>;

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

    fn serialize_i128(self, value: i128) -> Result<(), EncodeError> {
        self.sink.number(itoa::Buffer::new().format(value))
    }

    fn serialize_u128(self, value: u128) -> Result<(), EncodeError> {
        self.sink.number(itoa::Buffer::new().format(value))
    }

    fn serialize_f32(self, value: f32) -> Result<(), EncodeError> {
        self.sink.number(&number::f32_text(value).map_err(EncodeError::new)?)
    }

    fn serialize_f64(self, value: f64) -> Result<(), EncodeError> {
        self.sink.number(&number::f64_text(value).map_err(EncodeError::new)?)
    }

    fn serialize_bool(self, value: bool) -> Result<(), EncodeError> {
        self.sink.boolean(value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), EncodeError> {
        self.sink.text(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), EncodeError> {
        self.sink.text(value);
        Ok(())
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<(), EncodeError> {
        self.sink
            .text_with(|out| write!(out, "{value}"))
            .map_err(|_| EncodeError::new("a Display that fails"))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), EncodeError> {
        self.sink.binary(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), EncodeError> {
        self.sink.none = true;
        self.sink.null();
        Ok(())
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), EncodeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), EncodeError> {
        self.sink.null();
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), EncodeError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), EncodeError> {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        if name.starts_with(with::MARKER) {
            if let Some(kind) = SetKind::of(name) {
                return value.serialize(SetSer { sink: self.sink, kind });
            }
            if name == with::NUMBER {
                let text = value.serialize(KeyValues)?;
                return self.sink.number(&text);
            }
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        let sink = self.variant(variant)?;
        value.serialize(ValueSer { sink }).map_err(|error| error.in_attribute(variant))?;
        sink.close(b"}}");
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'s>, EncodeError> {
        self.list(b"]}")
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'s>, EncodeError> {
        self.list(b"]}")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'s>, EncodeError> {
        self.list(b"]}")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'s>, EncodeError> {
        let sink = self.variant(variant)?;
        ValueSer { sink }.list(b"]}}}")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Map<'s>, EncodeError> {
        self.sink.open(b"{\"M\":{")?;
        Ok(Map { sink: self.sink, first: true, key: String::new(), close: b"}}" })
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Struct<'s>, EncodeError> {
        if name == JSON_NUMBER {
            return Ok(Struct::Number(self.sink));
        }
        self.serialize_map(None).map(Struct::Map)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Map<'s>, EncodeError> {
        let sink = self.variant(variant)?;
        let mut map = ValueSer { sink }.serialize_map(None)?;
        map.close = b"}}}}";
        Ok(map)
    }
}

/// The elements of a list.
#[derive(Debug)]
pub struct List<'s> {
    sink: &'s mut Sink,
    count: usize,
    close: &'static [u8],
}

impl List<'_> {
    fn push<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        if self.count > 0 {
            self.sink.byte(b',');
        }
        self.sink.size += 1;
        value.serialize(ValueSer { sink: &mut *self.sink }).map_err(|error| error.in_element(self.count))?;
        self.count += 1;
        Ok(())
    }

    fn finish(self) -> Result<(), EncodeError> {
        if self.close.len() > 2 {
            // A variant's list is inside the variant's map.
            self.sink.close(b"");
        }
        self.sink.close(self.close);
        Ok(())
    }
}

macro_rules! list {
    ($($trait:ident $method:ident,)*) => {$(
        impl ser::$trait for List<'_> {
            type Ok = ();
            type Error = EncodeError;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
                self.push(value)
            }

            fn end(self) -> Result<(), EncodeError> {
                self.finish()
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
#[derive(Debug)]
pub struct Map<'s> {
    sink: &'s mut Sink,
    first: bool,
    key: String,
    close: &'static [u8],
}

impl Map<'_> {
    #[inline]
    fn entry<T: ?Sized + Serialize>(&mut self, name: &str, value: &T) -> Result<(), EncodeError> {
        if !self.first {
            self.sink.byte(b',');
        }
        self.first = false;
        self.sink.size += 1;
        self.sink.name(name);
        value.serialize(ValueSer { sink: &mut *self.sink }).map_err(|error| error.in_attribute(name))
    }

    fn finish(self) -> Result<(), EncodeError> {
        if self.close.len() > 2 {
            // A variant's fields are inside the variant's map.
            self.sink.close(b"");
        }
        self.sink.close(self.close);
        Ok(())
    }
}

impl ser::SerializeMap for Map<'_> {
    type Ok = ();
    type Error = EncodeError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), EncodeError> {
        self.key = key.serialize(KeyValues)?;
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        let key = std::mem::take(&mut self.key);
        self.entry(&key, value)
    }

    fn end(self) -> Result<(), EncodeError> {
        self.finish()
    }
}

impl ser::SerializeStructVariant for Map<'_> {
    type Ok = ();
    type Error = EncodeError;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.entry(key, value)
    }

    fn end(self) -> Result<(), EncodeError> {
        self.finish()
    }
}

/// The fields of a struct, or serde_json's way of handing over a number.
#[derive(Debug)]
pub enum Struct<'s> {
    Map(Map<'s>),
    Number(&'s mut Sink),
}

impl ser::SerializeStruct for Struct<'_> {
    type Ok = ();
    type Error = EncodeError;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        match self {
            Struct::Map(map) => map.entry(key, value),
            Struct::Number(sink) => {
                let text = value.serialize(KeyValues)?;
                sink.number(&text)
            }
        }
    }

    fn end(self) -> Result<(), EncodeError> {
        match self {
            Struct::Map(map) => map.finish(),
            Struct::Number(_) => Ok(()),
        }
    }
}

/// Writes a set. Anything but a sequence is refused.
struct SetSer<'s> {
    sink: &'s mut Sink,
    kind: SetKind,
}

/// The elements of a set, and where in the text each is.
#[derive(Debug)]
pub(crate) struct Set<'s> {
    sink: &'s mut Sink,
    kind: SetKind,
    elements: Vec<(usize, usize)>,
}

impl Set<'_> {
    fn push<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        let index = self.elements.len();
        if index > 0 {
            self.sink.byte(b',');
        }
        let start = self.sink.buf.len();
        value
            .serialize(super::set_element::ElementSer(self.kind))
            .and_then(|element| element.write(self.sink))
            .map_err(|error| error.in_element(index))?;
        self.elements.push((start, self.sink.buf.len()));
        Ok(())
    }
}

impl ser::SerializeSeq for Set<'_> {
    type Ok = ();
    type Error = EncodeError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.push(value)
    }

    fn end(mut self) -> Result<(), EncodeError> {
        if self.elements.is_empty() {
            return Err(EncodeError::new(EMPTY_SET));
        }
        let text = |range: &(usize, usize)| self.sink.buf.get(range.0..range.1).unwrap_or_default();
        self.elements.sort_unstable_by(|one, other| text(one).cmp(text(other)));
        if self.elements.windows(2).any(|pair| matches!(pair, [one, other] if text(one) == text(other))) {
            return Err(EncodeError::new("a set cannot hold the same element twice"));
        }
        self.sink.raw(b"]}");
        Ok(())
    }
}

impl ser::SerializeTuple for Set<'_> {
    type Ok = ();
    type Error = EncodeError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.push(value)
    }

    fn end(self) -> Result<(), EncodeError> {
        ser::SerializeSeq::end(self)
    }
}

impl<'s> SetSer<'s> {
    fn begin(self) -> Result<Set<'s>, EncodeError> {
        self.sink.raw(match self.kind {
            SetKind::Text => b"{\"SS\":[",
            SetKind::Number => b"{\"NS\":[",
            SetKind::Binary => b"{\"BS\":[",
        });
        Ok(Set { sink: self.sink, kind: self.kind, elements: Vec::new() })
    }
}

impl<'s> Serializer for SetSer<'s> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = Set<'s>;
    type SerializeTuple = Set<'s>;
    type SerializeTupleStruct = Impossible<(), EncodeError>;
    type SerializeTupleVariant = Impossible<(), EncodeError>;
    type SerializeMap = Impossible<(), EncodeError>;
    type SerializeStruct = Impossible<(), EncodeError>;
    type SerializeStructVariant = Impossible<(), EncodeError>;

    fn serialize_seq(self, _: Option<usize>) -> Result<Set<'s>, EncodeError> {
        self.begin()
    }

    fn serialize_tuple(self, _: usize) -> Result<Set<'s>, EncodeError> {
        self.begin()
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        v: &T,
    ) -> Result<(), EncodeError> {
        v.serialize(self)
    }

    super::refuse::refuse! {
        EncodeError::new("a set is written from a sequence");
        scalars, some, newtype_variant, tuple_struct, tuple_variant, map, struct, struct_variant
    }
}
