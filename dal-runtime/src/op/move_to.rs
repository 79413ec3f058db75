//! Move: an item under another primary key.

use std::future::IntoFuture;

use super::Pending;
use super::action::{Action, Requires, Verb};
use super::put::{Written, write, write_stamped};
use super::run;
use crate::condition::Condition;
use crate::entity::Entity;
use crate::error::{Error, InvalidAttribute};
use crate::handle::{Handle, Reach};
use crate::item::{DecodeError, EncodeError, RawItem};
use crate::upkeep::commit::commit;
use crate::upkeep::guards::{self, GuardChange, Ready};
use crate::upkeep::stamps::Stamps;
use crate::wire::PutItem;

/// One TransactWriteItems that deletes an item and puts another one of the entity in its place, under another primary key:
/// both or neither.
///
/// The old item must be stored as it was loaded, all its attributes; else nothing is written and it awaits to
/// [`Error::Conflict`], with the stored item, or to [`Error::NotFound`]. Under the new key there must be none, or it awaits
/// to [`Error::AlreadyExists`]; one whose TTL is over is replaced. Attributes that another version of the program wrote are not carried over. If both items
/// have the same key it is one PutItem, under the condition that the old item is stored as it was loaded. It can be a part
/// of a [`Transaction`](crate::Transaction).
///
/// It consumes two write capacity units per KB of each of the two items, and as much again for each index they leave and
/// enter.
#[derive(Debug)]
#[must_use = "nothing is written until it is awaited"]
pub struct Move<E: Entity> {
    reach: Reach,
    old: Result<Written, Error>,
    new: Result<Written, Error>,
    conditions: Vec<Condition<E>>,
    /// The version that the stored item must have.
    version: Option<i128>,
}

impl<E: Entity> Move<E> {
    pub(crate) fn new(old: &E, new: &E, handle: &impl Handle) -> Self {
        let reach = handle.reach();
        let (old, new) = (write(old, &reach), write(new, &reach));
        Self { old, new, reach, conditions: Vec::new(), version: None }
    }

    /// A move to an item with what dal fills in, or what is wrong with that, of one that has a version.
    pub(crate) fn filled(
        old: &E,
        new: &E,
        reach: Reach,
        stamps: Result<&Stamps, Error>,
        version: Option<i128>,
    ) -> Self {
        let new = stamps.and_then(|stamps| write_stamped(new, &reach, stamps));
        Self { old: write(old, &reach), new, reach, conditions: Vec::new(), version }
    }

    /// Moves only if the stored item meets the condition, too; several must all hold. Else it awaits to
    /// [`Error::ConditionFailed`], with the stored item.
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.conditions.push(condition);
        self
    }

    async fn run(self) -> Result<(), Error> {
        let (mut actions, guards) = self.ready()?;
        match (actions.pop(), actions.is_empty()) {
            (Some(action), true) => run::<PutItem>(Ready { action, guards }).await,
            (last, _) => commit(actions.into_iter().chain(last).collect(), guards).await,
        }
    }

    /// The actions, one if both items have the same key, and what becomes of guards.
    pub(crate) fn ready(self) -> Result<(Vec<Action>, Vec<GuardChange>), Error> {
        let Self { reach, old, new, conditions, version } = self;
        let (old, new) = (old?, new?);
        let schema = E::SCHEMA;
        let unreadable = |error: DecodeError| {
            let source = EncodeError::new(error.to_string());
            Error::Encode(Box::new(InvalidAttribute { entity: schema.name, source }))
        };
        let raw = RawItem::parse(&old.json).map_err(unreadable)?;
        let (old_key, new_key) = (old.key(schema)?, new.key(schema)?);
        let guards = guards::changes::<E>(&reach, (&old_key, &old.guards), (&new_key, &new.guards));
        let put = Action::new(reach.clone(), Verb::Put, schema, "move_to", new_key).item(new.json, new.bytes);
        let (of_old, put) = if old_key == put.key {
            (put, None)
        } else {
            let delete = Action::new(reach, Verb::Delete, schema, "move_to", old_key).own_item();
            (delete, Some(put.require(Requires::Vacancy)))
        };
        let mut of_old = of_old.require(Requires::Existence).version(version).only_if(conditions)?;
        for attribute in raw.attributes() {
            let (name, value) = attribute.map_err(unreadable)?;
            let is_stored = !schema.hidden.contains(&name.as_ref()) || schema.holds_key_only(&name);
            if is_stored && !schema.is_table_key(&name) {
                of_old = of_old.unchanged(name.into_owned(), Some(value.json().as_bytes().to_vec()));
            }
        }
        for name in schema.optional {
            if raw.find(name).map_err(unreadable)?.is_none() {
                of_old = of_old.unchanged(*name, None);
            }
        }
        Ok((std::iter::once(of_old).chain(put).collect(), guards))
    }
}

impl<E: Entity> IntoFuture for Move<E> {
    type Output = Result<(), Error>;
    type IntoFuture = Pending<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
