//! Attribute tokens: the typed names of an entity's attributes, for updates, conditions and filters.

use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;

use crate::item::{EncodeError, ValueSerializer, value_or_none};
use crate::path::{Path, Steps};

/// Appends a value as DynamoDB JSON; `false` where it is a `None`, which no attribute holds.
pub(crate) type WriteValue<V> = fn(&V, &mut Vec<u8>) -> Result<bool, EncodeError>;

/// An attribute of entity `E` that holds a `V`: `Item::TITLE`. `R` says what an update may do with it.
///
/// Its methods make [conditions](crate::Condition) and [paths](Path) into documents; updates take it as it is. An
/// attribute of an `Option` field holds the type inside.
pub struct Attr<E, V, R = Free> {
    name: &'static str,
    write: WriteValue<V>,
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

/// The role of an attribute that a unique key is made of (`unique:`): only writes that know the old value may change it.
#[derive(Clone, Copy, Debug)]
pub struct Unique;

/// The role of an attribute that dal fills (`version:`, `created:`, `updated:`): nobody else writes it.
#[derive(Clone, Copy, Debug)]
pub struct Filled;

/// The role of a place inside an attribute of role `R`: it can be removed where the attribute can be set.
#[derive(Clone, Copy, Debug)]
pub struct Nested<R>(PhantomData<fn() -> R>);

/// The roles of attributes that an update may set alone.
#[diagnostic::on_unimplemented(
    message = "an update by key cannot set this attribute: a key is made of it, or dal fills it",
    label = "a `{Self}` attribute",
    note = "an attribute that feeds an index key is written with all that the key needs, so that the index is never stale: \
            `.set_group(ItemGsi1Parts {{ .. }})`, or `item.patch(&scope).set(..)` from a loaded item",
    note = "a unique attribute is changed by a write that knows the old value, so that this is free again: \
            `item.patch(&scope).set(..)` from a loaded item, or `put`",
    note = "an attribute of the primary key never changes: move the item with `item.move_to(&scope, &new)`",
    note = "a version and the times of creation and of the last write are filled by every write"
)]
pub trait Settable {}

impl Settable for Free {}
impl Settable for Optional {}
impl<R: Settable> Settable for Nested<R> {}

/// The roles of attributes that an update may remove alone.
#[diagnostic::on_unimplemented(
    message = "this attribute cannot be removed alone",
    label = "a `{Self}` attribute",
    note = "only attributes of `Option` fields can be removed; one that feeds an index key is set to `None` in its group, \
            and one that is unique is removed by a patch"
)]
pub trait Removable {}

impl Removable for Optional {}
impl<R: Settable> Removable for Nested<R> {}

/// The roles of attributes that a [patch](crate::Patch) may change.
#[diagnostic::on_unimplemented(
    message = "a patch cannot change this attribute: it is part of the primary key, or dal fills it",
    label = "a `{Self}` attribute",
    note = "move the item to its new key with `item.move_to(&scope, &new)`"
)]
pub trait Patchable {}

impl Patchable for Free {}
impl Patchable for Optional {}
impl Patchable for Grouped {}
impl Patchable for Unique {}
impl<R: Settable> Patchable for Nested<R> {}

impl<E, V, R> Attr<E, V, R> {
    /// The token of an attribute that serde's `with` writes.
    #[doc(hidden)]
    pub const fn with(name: &'static str, write: WriteValue<V>) -> Self {
        Self { name, write, marks: PhantomData }
    }

    /// The attribute's name in DynamoDB.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) const fn as_path(self) -> Path<E, V, R> {
        Path::new(Steps::root(self.name), self.write)
    }
}

/// The token of the attribute of that name, written as serde writes a `V`: a function, as each costs the compiler less
/// than a method of the type.
#[doc(hidden)]
pub const fn attr<E, V: Serialize, R>(name: &'static str) -> Attr<E, V, R> {
    Attr { name, write: write_plain::<V>, marks: PhantomData }
}

/// Writes one value as serde writes it.
pub(crate) fn write_plain<V: Serialize>(value: &V, json: &mut Vec<u8>) -> Result<bool, EncodeError> {
    value_or_none(json, |to| value.serialize(to))
}

/// Writes one value by a function of serde's shape: for attributes with `#[serde(with = "…")]`.
#[doc(hidden)]
pub fn write_with<V>(
    value: &V,
    json: &mut Vec<u8>,
    write: impl FnOnce(&V, ValueSerializer<'_>) -> Result<(), EncodeError>,
) -> Result<bool, EncodeError> {
    value_or_none(json, |to| write(value, to))
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
