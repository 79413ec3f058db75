//! Attribute tokens: the typed names of an entity's attributes.

use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;

use crate::item::{EncodeError, ValueSerializer, value_to_json, value_with};

/// An attribute of entity `E` that holds a `V`: `Item::TITLE`. `R` says what an update may do with it.
pub struct Attr<E, V, R = Free> {
    name: &'static str,
    write: fn(&V, &mut Vec<u8>) -> Result<(), EncodeError>,
    marks: PhantomData<fn() -> (E, R)>,
}

/// The role of an attribute that every item has and updates may set.
#[derive(Clone, Copy, Debug)]
pub struct Free;

/// The role of an attribute that updates may set and remove: an `Option` field.
#[derive(Clone, Copy, Debug)]
pub struct Optional;

/// The role of an attribute that feeds an index key: it is written with the whole group of such attributes.
#[derive(Clone, Copy, Debug)]
pub struct Grouped;

/// The role of an attribute of the primary key: it never changes.
#[derive(Clone, Copy, Debug)]
pub struct Primary;

/// The roles of attributes that an update may set alone.
#[diagnostic::on_unimplemented(
    message = "this attribute cannot be set alone: it is part of a key",
    label = "a `{Self}` attribute",
    note = "an attribute that feeds an index key is written with all that the key needs, so that the index is never stale: \
            `.set_group(ItemGsi1Parts {{ .. }})`",
    note = "an attribute of the primary key never changes: create the item under the new key and delete the old one"
)]
pub trait Settable {}

impl Settable for Free {}
impl Settable for Optional {}

/// The roles of attributes that an update may remove alone.
#[diagnostic::on_unimplemented(
    message = "this attribute cannot be removed alone",
    label = "a `{Self}` attribute",
    note = "only attributes of `Option` fields can be removed; one that feeds an index key is set to `None` in its group"
)]
pub trait Removable {}

impl Removable for Optional {}

impl<E, V, R> Attr<E, V, R> {
    /// The token of the attribute of that name, written as serde writes a `V`.
    #[doc(hidden)]
    pub const fn new(name: &'static str) -> Self
    where
        V: Serialize,
    {
        Self { name, write: value_to_json::<V>, marks: PhantomData }
    }

    /// The token of an attribute that serde's `with` writes.
    #[doc(hidden)]
    pub const fn with(name: &'static str, write: fn(&V, &mut Vec<u8>) -> Result<(), EncodeError>) -> Self {
        Self { name, write, marks: PhantomData }
    }

    /// The attribute's name in DynamoDB.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn json(&self, value: &V) -> Result<Vec<u8>, EncodeError> {
        let mut json = Vec::with_capacity(32);
        (self.write)(value, &mut json).map_err(|error| error.in_attribute(self.name))?;
        Ok(json)
    }
}

/// Writes one value by a function of serde's shape: for attributes with `#[serde(with = "…")]`.
#[doc(hidden)]
pub fn write_with<V>(
    value: &V,
    json: &mut Vec<u8>,
    write: impl FnOnce(&V, ValueSerializer<'_>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    value_with(json, |to| write(value, to))
}

impl<E, V, R> Clone for Attr<E, V, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, V, R> Copy for Attr<E, V, R> {}

impl<E, V, R> fmt::Debug for Attr<E, V, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Attr").field(&self.name).finish()
    }
}
