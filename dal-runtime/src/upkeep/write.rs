//! Writes of items in which dal fills fields.

use std::future::IntoFuture;

use super::modes::ByMut;
use super::stamps::{Stamps, expected, is_unset, version_of};
use crate::condition::Condition;
use crate::entity::{Entity, Holds, Sharded};
use crate::error::Error;
use crate::handle::{Handle, Reach};
use crate::op::PendingIn;
use crate::op::delete::Delete;
use crate::op::move_to::Move;
use crate::op::put::Put;
use crate::update::{FillIn, Patch, Update, Upsert};

/// Writes of an [`Entity`] in which dal fills fields (`version:`, `created:`, `updated:`), each atomic, each with all keys
/// of all indexes that the item belongs to.
///
/// They have the names of [`Write`](crate::Write)'s, and take the item by `&mut`: where a write succeeds, the item in the
/// program is as it is stored, version and times included; where it fails or is not awaited, the item is untouched.
///
/// With a version, an item that was loaded is written only if nobody wrote it since: else the write awaits to
/// [`Error::VersionConflict`], with the stored item. An item that was never written has the version 0, and so has one that
/// was stored without a version: the first write of such an item wins.
///
/// The times are those of the handle's [`Clock`](crate::Clock), cut to what the field's kind holds; in an integer they are
/// seconds since 1970. The creation is what the item holds, except that `create` always sets it, and other writes where it
/// was never filled in (`None`, or 1970).
pub trait WriteManaged: Entity<Writes: ByMut> {
    /// Writes the item if there is none under its key, as its version 1: a PutItem.
    ///
    /// Awaits to [`Error::AlreadyExists`], with the stored item, if there is one.
    fn create<'a, T: Holds<Self>>(&'a mut self, at: &Self::Handle<T>) -> PutFilled<'a, Self> {
        PutFilled::new(self, at, true)
    }

    /// Writes the item, and replaces the whole item that is under its key, if it has the version that was loaded: a PutItem.
    fn put<'a, T: Holds<Self>>(&'a mut self, at: &Self::Handle<T>) -> PutFilled<'a, Self> {
        PutFilled::new(self, at, false)
    }

    /// Changes any attributes but those of the primary key of this item, which was loaded: an UpdateItem. The item is
    /// afterwards as it is stored.
    fn patch<'a, T: Holds<Self>>(&'a mut self, at: &Self::Handle<T>) -> Patch<Self, FillIn<'a, Self>> {
        let stamps = Stamps::default()
            .version::<Self>(version_of(self))
            .and_then(|all| all.updated::<Self>(&at.reach()));
        let expected = expected(self);
        Patch::filling(self, at, stamps, expected)
    }

    /// Writes all attributes of the item, and creates it where there is none under its key: an UpdateItem. The item is
    /// afterwards as it is stored. Without a version, a creation that is stored is kept where the item has none.
    fn upsert<'a, T: Holds<Self>>(&'a mut self, at: &Self::Handle<T>) -> Upsert<Self, FillIn<'a, Self>> {
        let (stamps, expected) = (stamps(self, &at.reach(), false), expected(self));
        Upsert::filling(self, at.reach(), stamps, expected)
    }

    /// Changes attributes of the item under `key`, which must exist: an UpdateItem. With a version, it says
    /// [which one to expect](crate::NeedsVersion::expect_version), or that any will do; the stored one goes up by one.
    ///
    /// Where an index is ordered by the time of the last write, the group of attributes that its key needs comes first.
    fn update<T: Holds<Self>>(at: &Self::Handle<T>, key: Self::Key) -> <Self::Writes as ByMut>::Update<Self> {
        Self::Writes::update(Update::new(at, key))
    }

    /// Deletes the item under `key`: a DeleteItem. With a version, it says which one to expect, or that any will do.
    fn delete<T: Holds<Self>>(at: &Self::Handle<T>, key: Self::Key) -> <Self::Writes as ByMut>::Delete<Self> {
        Self::Writes::delete(Delete::new(at, key))
    }

    /// Deletes this item, which was loaded, if it has the version that was loaded: a DeleteItem. Without a version, if its
    /// unique values are those that were loaded.
    fn delete_loaded<T: Holds<Self>>(&self, at: &Self::Handle<T>) -> Delete<Self> {
        Delete::loaded(self, at, expected(self))
    }

    /// Puts `new` in the place of this item, which was loaded, under another primary key: a TransactWriteItems of a delete
    /// and a put. The new item has the version after the old one's, and what is filled in is filled into `new`.
    fn move_to<'a, T: Holds<Self>>(&self, at: &Self::Handle<T>, new: &'a mut Self) -> MoveFilled<'a, Self> {
        let reach = at.reach();
        let stamps = Stamps::default()
            .version::<Self>(version_of(self))
            .and_then(|stamps| stamps.updated::<Self>(&reach))
            .and_then(|stamps| if is_created(new) { Ok(stamps) } else { stamps.created::<Self>(&reach) });
        let (stamps, failed) = match stamps {
            Ok(stamps) => (stamps, None),
            Err(error) => (Stamps::default(), Some(error)),
        };
        let moved = Move::filled(self, new, reach, failed.map_or(Ok(&stamps), Err), expected(self));
        MoveFilled { item: new, moved, stamps }
    }
}

impl<E: Entity<Writes: ByMut>> WriteManaged for E {}

/// Whether the time of creation was filled in.
fn is_created<E: Entity>(item: &E) -> bool {
    E::SCHEMA.managed.created.is_none_or(|fill| !is_unset(item.part(fill.field).as_ref()))
}

/// What a write of the whole item fills in.
fn stamps<E: Entity>(item: &E, reach: &Reach, create: bool) -> Result<Stamps, Error> {
    let version = if create { 0 } else { version_of(item) };
    let stamps = Stamps::default().version::<E>(version)?.updated::<E>(reach)?;
    if create || !is_created(item) { stamps.created::<E>(reach) } else { Ok(stamps) }
}

/// A [`Put`] that fills the item in when it succeeds.
#[derive(Debug)]
#[must_use = "nothing is written until it is awaited"]
pub struct PutFilled<'a, E: Entity> {
    pub(crate) item: &'a mut E,
    pub(crate) put: Put<E>,
    pub(crate) stamps: Stamps,
}

impl<'a, E: Entity> PutFilled<'a, E> {
    fn new(item: &'a mut E, handle: &impl Handle, create: bool) -> Self {
        let reach = handle.reach();
        let expected = if create { None } else { expected(item) };
        let (stamps, failed) = match stamps(item, &reach, create) {
            Ok(stamps) => (stamps, None),
            Err(error) => (Stamps::default(), Some(error)),
        };
        let put = Put::filled(item, reach, create, failed.map_or(Ok(&stamps), Err), expected);
        Self { item, put, stamps }
    }

    /// Writes only if the item that is stored, or its absence, meets the condition; several must all hold. Else it awaits
    /// to [`Error::ConditionFailed`], with the stored item.
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.put = self.put.only_if(condition);
        self
    }

    /// As [`Put::shard`].
    pub fn shard(mut self, shard: u32) -> Self
    where
        E: Sharded,
    {
        self.put = self.put.shard(shard);
        self
    }

    /// As [`Put::with_write_token`].
    pub fn with_write_token(mut self) -> Self {
        self.put = self.put.with_write_token();
        self
    }
}

impl<'a, E: Entity> IntoFuture for PutFilled<'a, E> {
    type Output = Result<(), Error>;
    type IntoFuture = PendingIn<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            self.put.await?;
            self.stamps.fill(self.item)
        })
    }
}

/// A [`Move`] that fills the new item in when it succeeds.
#[derive(Debug)]
#[must_use = "nothing is written until it is awaited"]
pub struct MoveFilled<'a, E: Entity> {
    pub(crate) item: &'a mut E,
    pub(crate) moved: Move<E>,
    pub(crate) stamps: Stamps,
}

impl<'a, E: Entity> IntoFuture for MoveFilled<'a, E> {
    type Output = Result<(), Error>;
    type IntoFuture = PendingIn<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            self.moved.await?;
            self.stamps.fill(self.item)
        })
    }
}
