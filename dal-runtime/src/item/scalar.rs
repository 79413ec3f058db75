//! Deserializers of what is text in DynamoDB JSON: elements of sets, keys of maps, injected values.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::{self, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor};

use super::decimal as number;
use super::error::DecodeError;

/// Decodes base64.
pub(crate) fn bytes_of(text: &str) -> Result<Vec<u8>, DecodeError> {
    STANDARD.decode(text).map_err(|error| DecodeError::new(format!("broken base64: {error}")))
}

/// What a text stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A string.
    Text,
    /// A number.
    Number,
    /// Bytes in base64.
    Binary,
    /// The key of a map: text that may stand for an integer or a boolean.
    Key,
}

/// A text that lives as long as the input, or not.
#[derive(Debug)]
pub(crate) enum Text<'de, 'x> {
    Input(Cow<'de, str>),
    Transient(&'x str),
}

impl Text<'_, '_> {
    #[inline]
    fn as_str(&self) -> &str {
        match self {
            Text::Input(text) => text,
            Text::Transient(text) => text,
        }
    }
}

/// A deserializer of one text.
#[derive(Debug)]
pub(crate) struct Scalar<'de, 'x> {
    kind: Kind,
    text: Text<'de, 'x>,
}

impl<'de> Scalar<'de, 'static> {
    #[inline]
    pub(crate) fn new(kind: Kind, text: Cow<'de, str>) -> Self {
        Scalar { kind, text: Text::Input(text) }
    }
}

impl<'de, 'x> Scalar<'de, 'x> {
    pub(crate) fn transient(kind: Kind, text: &'x str) -> Self {
        Scalar { kind, text: Text::Transient(text) }
    }

    #[inline]
    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.text {
            Text::Input(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Text::Input(Cow::Owned(text)) => visitor.visit_string(text),
            Text::Transient(text) => visitor.visit_str(text),
        }
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            match self.kind {
                Kind::Number => number::$visit(self.text.as_str(), visitor),
                // A key that is no number is shown as text, so that the visitor says what it expected.
                Kind::Key if number::check(self.text.as_str()).is_ok() => {
                    number::$visit(self.text.as_str(), visitor)
                }
                _ => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Scalar<'de, '_> {
    type Error = DecodeError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.kind {
            Kind::Text | Kind::Key => self.visit_text(visitor),
            Kind::Number => number::visit_any(self.text.as_str(), visitor),
            Kind::Binary => visitor.visit_byte_buf(bytes_of(self.text.as_str())?),
        }
    }

    numbers! {
        deserialize_i8 visit_i8,
        deserialize_i16 visit_i16,
        deserialize_i32 visit_i32,
        deserialize_i64 visit_i64,
        deserialize_i128 visit_i128,
        deserialize_u8 visit_u8,
        deserialize_u16 visit_u16,
        deserialize_u32 visit_u32,
        deserialize_u64 visit_u64,
        deserialize_u128 visit_u128,
        deserialize_f32 visit_f32,
        deserialize_f64 visit_f64,
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match (self.kind, self.text.as_str()) {
            (Kind::Key, "true") => visitor.visit_bool(true),
            (Kind::Key, "false") => visitor.visit_bool(false),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        if name == super::with::NUMBER && self.kind == Kind::Number {
            return visitor.visit_str(self.text.as_str());
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.kind {
            Kind::Binary => visit_bytes_as_seq(bytes_of(self.text.as_str())?, visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self.kind {
            Kind::Text | Kind::Key => visitor.visit_enum(UnitVariant(self)),
            _ => self.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct tuple_struct map struct identifier ignored_any
    }
}

impl<'de, 'x> IntoDeserializer<'de, DecodeError> for Scalar<'de, 'x> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Shows bytes as a sequence of integers, for a `Vec<u8>` without a `with`.
pub(crate) fn visit_bytes_as_seq<'de, V: Visitor<'de>>(
    bytes: Vec<u8>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let mut elements = de::value::SeqDeserializer::<_, DecodeError>::new(bytes.into_iter());
    let value = visitor.visit_seq(&mut elements)?;
    elements.end()?;
    Ok(value)
}

/// An enum's variant given as text alone.
pub(crate) struct UnitVariant<D>(pub(crate) D);

impl<'de, D: Deserializer<'de, Error = DecodeError>> EnumAccess<'de> for UnitVariant<D> {
    type Error = DecodeError;
    type Variant = NoContent;

    fn variant_seed<V: de::DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, NoContent), DecodeError> {
        Ok((seed.deserialize(self.0)?, NoContent))
    }
}

/// The content of a unit variant.
pub(crate) struct NoContent;

impl<'de> VariantAccess<'de> for NoContent {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: de::DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, DecodeError> {
        Err(de::Error::invalid_type(de::Unexpected::UnitVariant, &"a variant with a value"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        Err(de::Error::invalid_type(de::Unexpected::UnitVariant, &visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        Err(de::Error::invalid_type(de::Unexpected::UnitVariant, &visitor))
    }
}
