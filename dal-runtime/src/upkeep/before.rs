//! What is stored before a write of unique values.

use std::marker::PhantomData;

use super::guards::{self, Guards, Ready};
use crate::body::Body;
use crate::entity::{Entity, EntityParts};
use crate::error::Error;
use crate::handle::Reach;
use crate::item::{DecodeError, RawItem};
use crate::keys::KeyValues;
use crate::op::action::Action;
use crate::op::put::Written;
use crate::op::{About, send, service};
use crate::row::Row;
use crate::wire::GetItem;

/// How often a write that reads first is tried, when other writers come between.
const ATTEMPTS: u32 = 4;

/// Attributes by name: values as DynamoDB JSON, or none.
type Attributes = Vec<(&'static str, Option<Vec<u8>>)>;

/// An item before a write: its guards, and the attributes that they are made of.
#[derive(Debug)]
pub(crate) struct Before<E> {
    pub(crate) item: Option<E>,
    pub(crate) guards: Guards,
    /// Values as DynamoDB JSON, or none. Where there is no item, its key, which is not there.
    attributes: Attributes,
}

impl<E: Entity> Before<E> {
    /// Reads it: one consistent GetItem.
    pub(crate) async fn read(reach: &Reach, key: &KeyValues, pattern: &'static str) -> Result<Self, Error> {
        let schema = E::SCHEMA;
        let body = Body::new().key(key).flag("ConsistentRead", true).finish();
        let about = About { entity: schema, pattern, index: None, condition: None };
        let sent =
            send::<GetItem>(reach, about, body).await.map_err(|error| service::<GetItem>(reach, error))?;
        let Some(raw) = sent.view::<GetItem>(reach)?.item else {
            let attributes = vec![(schema.partition.name, None)];
            return Ok(Self { item: None, guards: Guards::new(), attributes });
        };
        let item: E = Row::new(raw, schema, &reach.tenant).entity()?;
        let guards = guards::of(schema, &EntityParts(&item))?;
        Ok(Self { item: Some(item), guards, attributes: attributes::<E>(raw)? })
    }

    /// The item that was loaded, as it is written.
    pub(crate) fn loaded(written: &Written) -> Result<Self, Error> {
        let raw = RawItem::parse(&written.json).map_err(unreadable::<E>)?;
        Ok(Self { item: None, guards: written.guards.clone(), attributes: attributes::<E>(raw)? })
    }

    /// The action under the condition that it is still so.
    pub(crate) fn hold(&self, action: Action) -> Action {
        self.attributes.iter().fold(action, |action, (name, json)| action.unchanged(*name, json.clone()))
    }
}

/// The attributes that guards are made of.
fn attributes<E: Entity>(raw: RawItem<'_>) -> Result<Attributes, Error> {
    let mut attributes = Attributes::new();
    for name in E::SCHEMA.unique.iter().flat_map(|unique| unique.attributes) {
        if !attributes.iter().any(|(known, _)| known == name) {
            let value = raw.find(name).map_err(unreadable::<E>)?;
            attributes.push((name, value.map(|value| value.json().as_bytes().to_vec())));
        }
    }
    Ok(attributes)
}

fn unreadable<E: Entity>(error: DecodeError) -> Error {
    Error::encode(E::SCHEMA.name, crate::item::EncodeError::new(error.to_string()))
}

/// A write that leaves an item with these guards, whatever is stored: where values are unique, what is stored is read
/// first, and the write has the condition that it is still so.
#[derive(Debug)]
pub(crate) struct Replacement<E> {
    action: Action,
    guards: Guards,
    left: u32,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> Replacement<E> {
    pub(crate) fn new(action: Action, guards: Guards) -> Self {
        let left = if E::SCHEMA.unique.is_empty() { 1 } else { ATTEMPTS };
        Self { action, guards, left, entity: PhantomData }
    }

    /// The next attempt, and the item that it replaces, where that was read.
    pub(crate) async fn next(&mut self) -> Result<(Ready, Option<E>), Error> {
        self.left = self.left.saturating_sub(1);
        let Self { action, guards, .. } = self;
        let action = action.clone();
        if E::SCHEMA.unique.is_empty() {
            return Ok((Ready::alone(action), None));
        }
        let before = Before::<E>::read(&action.reach, &action.key, action.pattern).await?;
        let guards =
            guards::changes::<E>(&action.reach, (&action.key, &before.guards), (&action.key, guards));
        // The version is not enough: an item that was deleted and made anew counts from the beginning.
        Ok((Ready { action: before.hold(action), guards }, before.item))
    }

    /// Whether to try again: another writer came between, and there are attempts left.
    pub(crate) fn again<T>(&self, result: &Result<T, Error>) -> bool {
        self.left > 0 && matches!(result, Err(Error::Conflict(_)))
    }
}
