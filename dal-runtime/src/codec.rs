//! How Rust types meet the list: as parts of keys, and as attributes.
//!
//! Generated code asks for each bound in one way and in one place only, so that a type that does not meet it is one
//! error of the compiler and not one for each use.

use std::fmt;

use dal_key::{KeyError, KeyPart, KeyProblem, Part, Parts};
use serde::de::{DeserializeOwned, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

use crate::entity::Entity;

/// How values of a Rust type are parts of keys of one kind.
pub struct Codec<V: 'static> {
    part: fn(&V) -> Part<'_>,
    value: fn(Part<'_>) -> Result<V, KeyProblem>,
    copy: fn(&V) -> V,
    words: &'static str,
}

/// How a `V` is a part of keys of kind `K`.
pub const fn of<K, V: KeyPart<K>>() -> Codec<V> {
    Codec { part: V::part, value: V::from_part, copy: V::clone, words: V::WORDS }
}

impl<V> Codec<V> {
    /// That of a type about which something was reported.
    pub const fn broken() -> Self
    where
        V: Clone,
    {
        Self { part: |_| Part::Bool(false), value: |_| Err(KeyProblem::Absent), copy: V::clone, words: "" }
    }

    /// The part of a value.
    #[inline]
    pub fn part<'a>(&self, value: &'a V) -> Part<'a> {
        (self.part)(value)
    }

    /// The part of a value that is there.
    #[inline]
    pub fn some<'a>(&self, value: &'a V) -> Option<Part<'a>> {
        Some((self.part)(value))
    }

    /// The part of a value that may be absent.
    #[inline]
    pub fn optional<'a>(&self, value: &'a Option<V>) -> Option<Part<'a>> {
        value.as_ref().map(self.part)
    }

    /// The value of the part of that number.
    ///
    /// # Errors
    ///
    /// When it is missing or does not fit the type.
    #[inline]
    pub fn take(&self, parts: &Parts, number: u16) -> Result<V, KeyError> {
        let part = parts.get(number).cloned().ok_or(KeyProblem::Absent);
        part.and_then(self.value).map_err(|problem| KeyError { part: Some(number), problem })
    }

    /// The value of the part of that number, if it is there.
    ///
    /// # Errors
    ///
    /// When it does not fit the type.
    pub fn take_if(&self, parts: &Parts, number: u16) -> Result<Option<V>, KeyError> {
        parts.get(number).map(|_| self.take(parts, number)).transpose()
    }

    /// The value of a part.
    ///
    /// # Errors
    ///
    /// When it does not fit the type.
    pub(crate) fn value(&self, part: Part<'_>) -> Result<V, KeyProblem> {
        (self.value)(part)
    }

    /// The same value once more.
    #[inline]
    pub fn copy(&self, value: &V) -> V {
        (self.copy)(value)
    }

    /// The words of an enum, in the order of its variants, joined by `|`.
    pub const fn words(&self) -> &'static str {
        self.words
    }
}

impl<V> fmt::Debug for Codec<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codec").finish_non_exhaustive()
    }
}

/// How the attributes of an entity are written and read.
#[diagnostic::on_unimplemented(
    message = "`{E}` is an entity, and serde does not write and read it [DAL0832]",
    label = "`Serialize` or `Deserialize` is missing",
    note = "derive both, as attributes are serde's: #[derive(SingleTable, Serialize, Deserialize)], with \
            `use serde::{{Deserialize, Serialize}};`"
)]
pub trait AttributesOf<E> {
    /// Gives the entity to serde.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn write<S: Serializer>(entity: &E, to: S) -> Result<S::Ok, S::Error>;

    /// Takes an entity from serde.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<E, D::Error>;
}

/// Attributes are what serde makes of the fields.
#[derive(Debug)]
pub enum Serde {}

#[diagnostic::do_not_recommend]
impl<E: Serialize + DeserializeOwned> AttributesOf<E> for Serde {
    #[inline]
    fn write<S: Serializer>(entity: &E, to: S) -> Result<S::Ok, S::Error> {
        entity.serialize(to)
    }

    #[inline]
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<E, D::Error> {
        E::deserialize(from)
    }
}

/// The attributes of an entity about which something was reported.
#[derive(Debug)]
pub enum Broken {}

impl<E> AttributesOf<E> for Broken {
    fn write<S: Serializer>(_: &E, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("the entity does not compile"))
    }

    fn read<'de, D: Deserializer<'de>>(_: D) -> Result<E, D::Error> {
        Err(serde::de::Error::custom("the entity does not compile"))
    }
}

/// An entity as serde writes it.
pub(crate) struct Stored<'a, E>(pub(crate) &'a E);

impl<E: Entity> Serialize for Stored<'_, E> {
    #[inline]
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        E::Attributes::write(self.0, to)
    }
}

/// An entity as serde reads it.
pub(crate) struct Loaded<E>(pub(crate) E);

impl<'de, E: Entity> Deserialize<'de> for Loaded<E> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        E::Attributes::read(from).map(Self)
    }
}
