//! How items of an entity are written: what the list says of versions, times and unique values, as types.

use std::marker::PhantomData;

use crate::entity::{Entity, KeyGroup};
use crate::op::delete::Delete;
use crate::update::{Update, UpdateStamped};
use crate::upkeep::expect::NeedsVersion;

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// How items of an entity are written: [`Plain`], [`Guarded`] or [`Managed`].
pub trait Writes: Sealed {}

/// Nothing is kept up: an item is written as it is.
#[derive(Debug)]
pub enum Plain {}

/// Values are unique (`unique:`): writes keep a guard item for each, in one transaction.
#[derive(Debug)]
pub enum Guarded {}

/// Fields are filled by dal (`version:`, `created:`, `updated:`): writes take the item by `&mut`. `V` is [`Versioned`] or
/// [`Unversioned`]; `U` says what an update by key needs: nothing ([`Alone`]), or a group of attributes ([`With`]).
#[derive(Debug)]
pub struct Managed<V, U>(PhantomData<fn() -> (V, U)>);

/// Items have a version, which writes check and count.
#[derive(Debug)]
pub enum Versioned {}

/// Items have no version.
#[derive(Debug)]
pub enum Unversioned {}

/// An update by key needs nothing beside the key.
#[derive(Debug)]
pub enum Alone {}

/// An update by key needs the group `G`, whose index keys also hold the time of the last write.
#[derive(Debug)]
pub struct With<G>(PhantomData<fn() -> G>);

impl Sealed for Plain {}
impl Sealed for Guarded {}
impl<V, U> Sealed for Managed<V, U> {}
impl Sealed for Versioned {}
impl Sealed for Unversioned {}
impl Sealed for Alone {}
impl<G> Sealed for With<G> {}

impl Writes for Plain {}
impl Writes for Guarded {}
impl<V, U> Writes for Managed<V, U> {}

/// Entities that are written through `&self`: nothing in them is filled by dal.
#[diagnostic::on_unimplemented(
    message = "dal fills fields of this entity (`version:`, `created:` or `updated:`), so it is written through `&mut`",
    label = "its writes are those of `WriteManaged`",
    note = "a generic function over such entities takes `E: WriteManaged` instead of `E: Write`"
)]
pub trait ByRef: Writes {}

impl ByRef for Plain {}
impl ByRef for Guarded {}

/// Entities that are written through `&mut self`, because dal fills fields of theirs.
#[diagnostic::on_unimplemented(
    message = "dal fills no field of this entity (`version:`, `created:` or `updated:`), so it is written through `&self`",
    label = "its writes are those of `Write`",
    note = "a generic function over such entities takes `E: Write` instead of `E: WriteManaged`"
)]
pub trait ByMut: Writes {
    /// A delete by key.
    type Delete<E: Entity>;
    /// An update by key.
    type Update<E: Entity>;
    #[doc(hidden)]
    fn delete<E: Entity>(delete: Delete<E>) -> Self::Delete<E>;
    #[doc(hidden)]
    fn update<E: Entity>(update: Update<E>) -> Self::Update<E>;
}

impl<V: Versions, U: Updates> ByMut for Managed<V, U> {
    type Delete<E: Entity> = V::Write<Delete<E>>;
    type Update<E: Entity> = V::Write<U::Update<E>>;

    fn delete<E: Entity>(delete: Delete<E>) -> Self::Delete<E> {
        V::write(delete)
    }

    fn update<E: Entity>(update: Update<E>) -> Self::Update<E> {
        V::write(update.into())
    }
}

/// [`Versioned`] or [`Unversioned`].
pub trait Versions: Sealed {
    /// A write by key.
    type Write<W>;
    #[doc(hidden)]
    fn write<W>(write: W) -> Self::Write<W>;
}

impl Versions for Versioned {
    type Write<W> = NeedsVersion<W>;

    fn write<W>(write: W) -> NeedsVersion<W> {
        NeedsVersion(write)
    }
}

impl Versions for Unversioned {
    type Write<W> = W;

    fn write<W>(write: W) -> W {
        write
    }
}

/// [`Alone`] or [`With`] a group.
pub trait Updates: Sealed {
    /// An update by key.
    type Update<E: Entity>: From<Update<E>>;
}

impl Updates for Alone {
    type Update<E: Entity> = Update<E>;
}

impl<G: KeyGroup> Updates for With<G> {
    type Update<E: Entity> = UpdateStamped<E, G>;
}

/// Entities that batches can write: each item stands alone, and nothing about it is checked.
#[diagnostic::on_unimplemented(
    message = "a batch cannot write this entity: BatchWriteItem checks no condition and writes no guard",
    label = "it has a version, filled times or unique values",
    note = "write each item with `create`, `put` or `delete`, or several in a transaction"
)]
pub trait Batched: Writes {}

impl Batched for Plain {}
