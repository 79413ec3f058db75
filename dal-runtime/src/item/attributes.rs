//! An item's attributes by name, for readers that take them one by one.

use std::borrow::Cow;
use std::cell::Cell;

use dal_key::KeyValue;
use serde::Deserialize;
use serde::de::{Deserializer, Visitor};

use super::error::DecodeError;
use super::raw::{RawValue, ValueDeserializer};

/// How many attributes are indexed without allocating.
const INLINE: usize = 24;

/// The attributes of one item, indexed by name.
///
/// Readers usually ask for attributes in the order in which they are stored: the search starts after the last one
/// found. Of several attributes with the same name the first one after that place is found.
#[derive(Debug, Clone)]
pub struct Attributes<'a> {
    inline: [(&'a str, &'a str); INLINE],
    length: usize,
    /// Attributes beyond the inline ones, and those whose names needed unescaping.
    more: Vec<(Cow<'a, str>, &'a str)>,
    next: Cell<usize>,
}

impl<'a> Attributes<'a> {
    pub(crate) fn new() -> Self {
        Attributes { inline: [("", ""); INLINE], length: 0, more: Vec::new(), next: Cell::new(0) }
    }

    #[inline]
    pub(crate) fn push(&mut self, name: Cow<'a, str>, value: RawValue<'a>) {
        if let Cow::Borrowed(name) = name
            && let Some(slot) = self.inline.get_mut(self.length)
        {
            *slot = (name, value.json());
            self.length += 1;
        } else {
            self.more.push((name, value.json()));
        }
    }

    /// How many attributes the item has.
    pub fn len(&self) -> usize {
        self.length + self.more.len()
    }

    /// Whether the item has no attributes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The attribute of that name.
    #[inline]
    pub fn find(&self, name: &str) -> Option<RawValue<'a>> {
        let stored = self.inline.get(..self.length).unwrap_or_default();
        let next = self.next.get();
        if let Some((found, value)) = stored.get(next)
            && *found == name
        {
            self.next.set(next + 1);
            return Some(RawValue::trusted(value));
        }
        if let Some(at) = stored.iter().position(|(found, _)| *found == name) {
            self.next.set(at + 1);
            return stored.get(at).map(|(_, value)| RawValue::trusted(value));
        }
        self.more.iter().find(|(found, _)| *found == name).map(|(_, value)| RawValue::trusted(value))
    }

    /// The attribute of that name as a key attribute.
    ///
    /// # Errors
    ///
    /// An attribute that is no string, number or binary.
    pub fn key_value(&self, name: &str) -> Result<Option<KeyValue>, DecodeError> {
        let value = self.find(name).map(|value| value.key_value()).transpose();
        value.map_err(|error| error.in_attribute(name))
    }

    /// Decodes the attribute of that name. One that is missing decodes as serde decodes a missing field: an
    /// `Option` is `None`, anything else is an error.
    ///
    /// # Errors
    ///
    /// Names the attribute that is missing, malformed, or of another type.
    pub fn get<T: Deserialize<'a>>(&self, name: &str) -> Result<T, DecodeError> {
        match self.find(name) {
            Some(value) => value.decode().map_err(|error| error.in_attribute(name)),
            None => T::deserialize(Missing(name)),
        }
    }

    /// Decodes the attribute of that name; one that is missing is the type's default.
    ///
    /// # Errors
    ///
    /// Names the attribute that is malformed or of another type.
    pub fn get_or_default<T: Deserialize<'a> + Default>(&self, name: &str) -> Result<T, DecodeError> {
        self.get_or_else(name, T::default)
    }

    /// Decodes the attribute of that name, or makes a value where it is missing.
    ///
    /// # Errors
    ///
    /// Names the attribute that is malformed or of another type.
    pub fn get_or_else<T: Deserialize<'a>>(
        &self,
        name: &str,
        missing: impl FnOnce() -> T,
    ) -> Result<T, DecodeError> {
        match self.find(name) {
            Some(value) => value.decode().map_err(|error| error.in_attribute(name)),
            None => Ok(missing()),
        }
    }

    /// Decodes the attribute of that name with the `deserialize` function of a serde `with` module.
    ///
    /// # Errors
    ///
    /// A missing attribute is an error, as with serde: a `with` field needs a `default` to be optional, for which
    /// there is [`get_with_or_else`](Self::get_with_or_else).
    pub fn get_with<T>(
        &self,
        name: &str,
        read: impl FnOnce(ValueDeserializer<'a>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        match self.find(name) {
            Some(value) => read(value.deserializer()).map_err(|error| error.in_attribute(name)),
            None => Err(missing(name)),
        }
    }

    /// Like [`get_with`](Self::get_with), making a value where the attribute is missing.
    ///
    /// # Errors
    ///
    /// Names the attribute that is malformed or of another type.
    pub fn get_with_or_else<T>(
        &self,
        name: &str,
        read: impl FnOnce(ValueDeserializer<'a>) -> Result<T, DecodeError>,
        missing: impl FnOnce() -> T,
    ) -> Result<T, DecodeError> {
        match self.find(name) {
            Some(value) => read(value.deserializer()).map_err(|error| error.in_attribute(name)),
            None => Ok(missing()),
        }
    }

    /// Decodes the first attribute that is there under one of these names: the name and its aliases. Without any,
    /// the first name is missing.
    ///
    /// # Errors
    ///
    /// Names the attribute that is missing, malformed, or of another type.
    pub fn get_any<T: Deserialize<'a>>(&self, names: &[&str]) -> Result<T, DecodeError> {
        let present = names.iter().find(|name| self.find(name).is_some());
        self.get(present.or(names.first()).copied().unwrap_or_default())
    }
}

#[cold]
fn missing(name: &str) -> DecodeError {
    DecodeError::new("is missing").in_attribute(name)
}

/// What serde makes of a missing field, as its derive does.
struct Missing<'n>(&'n str);

impl<'de> Deserializer<'de> for Missing<'_> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, DecodeError> {
        Err(missing(self.0))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
