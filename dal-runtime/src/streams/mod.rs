//! Records of DynamoDB Streams as changes of the table's entities: old and new items of its enum.

#[cfg(feature = "lambda-events")]
mod lambda;
#[cfg(feature = "streams")]
mod sdk;

use std::time::SystemTime;

use crate::entity::Table;
use crate::error::{Error, ItemError, ItemProblem};
use crate::item::RawItem;
use crate::keys::KeyValues;
use crate::row::Row;
use crate::schema::EVERY_ENTITY;

/// Who deletes expired items, by the record's user identity.
const TTL_DELETION: &str = "dynamodb.amazonaws.com";

/// One change of one item, from a record of a stream: of the table's enum `T`.
///
/// A stream says which images its records hold; where one is missing, it is `None`. An image that does not decode, or is of no
/// entity, costs neither the other one nor the record: its error stands in its place. Items that are in no index, or not in
/// all, decode as any other.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change<T> {
    /// What happened.
    pub kind: ChangeKind,
    /// The item's primary key.
    pub key: KeyValues,
    /// The item before.
    pub old: Option<Result<T, ItemError>>,
    /// The item after.
    pub new: Option<Result<T, ItemError>>,
    /// The record's place in its shard: a whole number, in text, that grows.
    pub sequence_number: Option<String>,
    /// The record's id: the same for a record that is delivered again.
    pub event_id: Option<String>,
    /// When it happened, to the second, as far as it is told.
    pub created_at: Option<SystemTime>,
}

/// What happened to an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// There was none under its key.
    Inserted,
    /// It was replaced or updated.
    Modified,
    /// It was deleted by a program.
    Deleted,
    /// It was deleted by DynamoDB, because its TTL was over.
    Expired,
}

/// A record, with its items as DynamoDB JSON.
struct Record<'a> {
    event: &'a str,
    principal: Option<&'a str>,
    keys: Vec<u8>,
    old: Option<Vec<u8>>,
    new: Option<Vec<u8>>,
    sequence_number: Option<String>,
    event_id: Option<String>,
    created_at: Option<SystemTime>,
}

impl<T: Table> Change<T> {
    fn read(record: Record<'_>) -> Result<Self, Error> {
        let Record { event, principal, keys, old, new, sequence_number, event_id, created_at } = record;
        // Every entity of a table names its keys alike.
        let base = T::SCHEMA.entities.first().copied().unwrap_or(&EVERY_ENTITY);
        let refuse = |attribute: &str, why: String| ItemError {
            entity: None,
            key: String::from_utf8_lossy(&keys).into_owned(),
            attribute: Some(attribute.to_owned()),
            problem: ItemProblem::Attribute(why),
        };
        let raw = RawItem::parse(&keys).map_err(|error| refuse("Keys", error.to_string()))?;
        let key = KeyValues::of(&raw, base)
            .ok_or_else(|| refuse("Keys", "is not the key of this table".to_owned()))?;
        let kind = match event {
            "INSERT" => ChangeKind::Inserted,
            "MODIFY" => ChangeKind::Modified,
            "REMOVE" if principal == Some(TTL_DELETION) => ChangeKind::Expired,
            "REMOVE" => ChangeKind::Deleted,
            other => return Err(refuse("eventName", format!("is `{other}`, which is unknown")).into()),
        };
        let image = |json: Vec<u8>| match RawItem::parse(&json) {
            Ok(raw) => T::read(Row::new(raw, base, &[])),
            Err(error) => Err(ItemError::decode(base.name, key.to_string(), &error)),
        };
        let (old, new) = (old.map(&image), new.map(&image));
        Ok(Self { kind, key, old, new, sequence_number, event_id, created_at })
    }
}

impl<T> Change<T> {
    /// The item before and after.
    ///
    /// # Errors
    ///
    /// [`Error::Items`] with what does not decode.
    pub fn into_images(self) -> Result<(Option<T>, Option<T>), Error> {
        match (self.old.transpose(), self.new.transpose()) {
            (Ok(old), Ok(new)) => Ok((old, new)),
            (old, new) => Err(Error::Items(old.err().into_iter().chain(new.err()).collect())),
        }
    }
}
