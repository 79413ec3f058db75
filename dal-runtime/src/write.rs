//! Writes: what every entity can do, as provided methods.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dal_key::KeyValue;

use crate::batch::get::BatchGet;
use crate::entity::{Entity, Holds};
use crate::error::Error;
use crate::handle::Handle;
use crate::keys::{KeyValues, primary};
use crate::op::delete::Delete;
use crate::op::get::Get;
use crate::op::move_to::Move;
use crate::op::put::Put;
use crate::stored::from_attribute_values;
use crate::transact::check::Check;
use crate::update::{Patch, Update, Upsert};
use crate::upkeep::modes::ByRef;

/// Writes of an [`Entity`], each atomic, each with all keys of all indexes that the item belongs to.
///
/// `at` is a [`Scope`](crate::Scope) for entities under a tenant, and a [`Dal`](crate::Dal) for others. An item whose
/// fields name another tenant than the scope is refused before anything is sent.
///
/// Where values are unique (`unique:`), a write keeps their guards, in one transaction with the item, or in the caller's.
///
/// An item whose TTL is over, which reads hide, is in nobody's way: `create` and `move_to` replace it. To other writes it is
/// there until DynamoDB deletes it, within days: an update finds it, and can give it more time.
///
/// Entities in which dal fills fields are written by [`WriteManaged`](crate::WriteManaged)'s methods of the same names.
pub trait Write: Entity<Writes: ByRef> {
    /// Writes the item if there is none under its key: a PutItem with the condition `attribute_not_exists`, or that the TTL
    /// of the stored item is over.
    ///
    /// Awaits to [`Error::AlreadyExists`], with the stored item, if there is one.
    fn create<T: Holds<Self>>(&self, at: &Self::Handle<T>) -> Put<Self> {
        Put::new(self, at, true)
    }

    /// Writes the item, and replaces the whole item that is under its key: a PutItem.
    fn put<T: Holds<Self>>(&self, at: &Self::Handle<T>) -> Put<Self> {
        Put::new(self, at, false)
    }

    /// Changes attributes of the item under `key`, which must exist: an UpdateItem.
    fn update<T: Holds<Self>>(at: &Self::Handle<T>, key: Self::Key) -> Update<Self> {
        Update::new(at, key)
    }

    /// Changes any attributes but those of the primary key of this item, which was loaded, under the condition that what its
    /// index keys are made of is still so: an UpdateItem.
    fn patch<T: Holds<Self>>(&self, at: &Self::Handle<T>) -> Patch<Self> {
        Patch::new(self, at)
    }

    /// Writes all attributes of the item, and creates it where there is none under its key: an UpdateItem.
    fn upsert<T: Holds<Self>>(&self, at: &Self::Handle<T>) -> Upsert<Self> {
        Upsert::new(self, at)
    }

    /// Puts `new` in the place of this item, which was loaded, under another primary key: a TransactWriteItems of a delete
    /// and a put.
    fn move_to<T: Holds<Self>>(&self, at: &Self::Handle<T>, new: &Self) -> Move<Self> {
        Move::new(self, new, at)
    }

    /// Deletes the item under `key`: a DeleteItem.
    fn delete<T: Holds<Self>>(at: &Self::Handle<T>, key: Self::Key) -> Delete<Self> {
        Delete::new(at, key)
    }

    /// Deletes this item, which was loaded, if its unique values are those that were loaded: a DeleteItem, or with unique values
    /// a TransactWriteItems.
    fn delete_loaded<T: Holds<Self>>(&self, at: &Self::Handle<T>) -> Delete<Self> {
        Delete::loaded(self, at, None)
    }
}

impl<E: Entity<Writes: ByRef>> Write for E {}

/// What every [`Entity`] can do besides writes: reads of any keys, checks, and items and keys as DynamoDB has them, for the raw
/// SDK, streams and other crates.
pub trait EntityExt: Entity {
    /// A check that there is an item under `key`, or none: a part of a [`Transaction`](crate::Transaction).
    fn check<T: Holds<Self>>(at: &Self::Handle<T>, key: Self::Key) -> Check<Self> {
        Check::new(at, key)
    }

    /// The items under any number of keys, at the positions of their keys: BatchGetItem, as often as it takes.
    fn batch_get<T: Holds<Self>>(
        at: &Self::Handle<T>,
        keys: impl IntoIterator<Item = Self::Key>,
    ) -> BatchGet<Vec<Get<Self>>> {
        BatchGet::new(keys.into_iter().map(|key| Get::new(at, "batch_get", key)).collect())
    }

    /// The values of the table's key attributes for `key`.
    ///
    /// # Errors
    ///
    /// [`Error::Key`] when a part is empty, oversized or outside its kind.
    fn key_values<T: Holds<Self>>(at: &Self::Handle<T>, key: &Self::Key) -> Result<KeyValues, Error> {
        let reach = at.reach();
        primary(Self::SCHEMA, &crate::entity::KeyParts { tenant: &reach.tenant, key, group: None })
    }

    /// The typed key back from the values of the table's key attributes.
    ///
    /// # Errors
    ///
    /// [`Error::Key`] when they are not of this entity's templates.
    fn parse_key(partition: &KeyValue, sort: Option<&KeyValue>) -> Result<Self::Key, Error> {
        crate::keys::parse::<Self>(Some(partition), sort)
    }

    /// The whole item as the SDK's attribute values, keys and type attribute included: for the raw SDK and other crates.
    ///
    /// # Errors
    ///
    /// As a put would give before sending.
    fn to_attribute_values<T: Holds<Self>>(
        &self,
        at: &Self::Handle<T>,
    ) -> Result<HashMap<String, AttributeValue>, Error> {
        crate::op::put::attribute_values(self, &at.reach())
    }

    /// The item from the SDK's attribute values: of a stream, the raw SDK, another crate.
    ///
    /// # Errors
    ///
    /// [`Error::Items`] when it is another entity or does not decode.
    fn from_attribute_values(attributes: &HashMap<String, AttributeValue>) -> Result<Self, Error> {
        from_attribute_values(attributes)
    }
}

impl<E: Entity> EntityExt for E {}
