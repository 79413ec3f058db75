//! Delete: one item by its full key.

use std::future::IntoFuture;

use super::action::{Action, Requires, Verb};
use super::put::{Written, write};
use super::{Pending, run};
use crate::condition::Condition;
use crate::entity::{Entity, KeyParts};
use crate::error::Error;
use crate::handle::{Handle, Reach};
use crate::keys;
use crate::row::Row;
use crate::upkeep::before::{Before, Replacement};
use crate::upkeep::guards::{self, Guards, Ready};
use crate::wire::DeleteItem;

/// One DeleteItem: the item, and with it its entries in all indexes, atomically. Deleting what does not exist succeeds
/// unless it [must exist](Self::must_exist).
///
/// It consumes one write capacity unit per KB of the item (at least one), and as much again for each index the item is in.
///
/// Where values are unique, the item is read first, and the guards of its values are deleted with it, all or none: a GetItem
/// and a TransactWriteItems.
#[derive(Debug)]
#[must_use = "nothing is deleted until it is awaited"]
pub struct Delete<E: Entity> {
    reach: Reach,
    key: E::Key,
    must_exist: bool,
    conditions: Vec<Condition<E>>,
    /// The version that the stored item must have.
    version: Option<i128>,
    /// The item as it was loaded.
    loaded: Option<Result<Written, Error>>,
}

/// A [`Delete`] that awaits to the item it deleted, or `None` if there was none. Where the item had unique values, it is as
/// it was read just before.
#[derive(Debug)]
#[must_use = "nothing is deleted until it is awaited"]
pub struct Take<E: Entity>(Delete<E>);

impl<E: Entity> Delete<E> {
    pub(crate) fn new(handle: &impl Handle, key: E::Key) -> Self {
        let (reach, conditions) = (handle.reach(), Vec::new());
        Self { reach, key, must_exist: false, conditions, version: None, loaded: None }
    }

    /// A delete of an item that was loaded, of this version.
    pub(crate) fn loaded(item: &E, handle: &impl Handle, version: Option<i128>) -> Self {
        let delete = Self::new(handle, item.key());
        // That it is of the handle's tenant is checked as in a write.
        let loaded = Some(write(item, &delete.reach));
        Self { version, loaded, ..delete }
    }

    pub(crate) fn of_version(self, version: i128) -> Self {
        Self { version: Some(version), ..self }
    }

    /// Fails with [`Error::NotFound`] if there is no item under the key.
    pub fn must_exist(mut self) -> Self {
        self.must_exist = true;
        self
    }

    /// Deletes only if the stored item meets the condition; several must all hold. Else it awaits to
    /// [`Error::ConditionFailed`], with the stored item.
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.conditions.push(condition);
        self
    }

    /// Gives the item that was deleted.
    pub fn returning(self) -> Take<E> {
        Take(self)
    }

    /// The action, and what was loaded.
    pub(crate) fn action(self) -> Result<(Action, Option<Before<E>>), Error> {
        let Self { reach, key, must_exist, conditions, version, loaded } = self;
        let schema = E::SCHEMA;
        let text = keys::primary(schema, &KeyParts { tenant: &reach.tenant, key: &key, group: None })?;
        let requires = if must_exist { Requires::Existence } else { Requires::Nothing };
        let loaded = loaded.transpose()?.map(|written| Before::loaded(&written)).transpose()?;
        let action = Action::new(reach, Verb::Delete, schema, "delete", text).require(requires).own_item();
        Ok((action.version(version).only_if(conditions)?, loaded))
    }

    async fn run(self) -> Result<(), Error> {
        let (action, loaded) = self.action()?;
        if let Some(loaded) = loaded {
            return run::<DeleteItem>(deleted(action, &loaded)).await;
        }
        let mut replacement = Replacement::<E>::new(action, Guards::new());
        loop {
            let (ready, _) = replacement.next().await?;
            let result = run::<DeleteItem>(ready).await;
            if !replacement.again(&result) {
                return result;
            }
        }
    }
}

/// A delete of the item that was loaded, with its guards.
pub(crate) fn deleted<E: Entity>(action: Action, loaded: &Before<E>) -> Ready {
    let (key, none) = (&action.key, Guards::new());
    let guards = guards::changes::<E>(&action.reach, (key, &loaded.guards), (key, &none));
    // The version is not enough: an item that was deleted and made anew counts from the beginning.
    Ready { action: loaded.hold(action), guards }
}

impl<E: Entity> IntoFuture for Delete<E> {
    type Output = Result<(), Error>;
    type IntoFuture = Pending<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<E: Entity> IntoFuture for Take<E> {
    type Output = Result<Option<E>, Error>;
    type IntoFuture = Pending<Option<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<E: Entity> Take<E> {
    async fn run(self) -> Result<Option<E>, Error> {
        let (action, loaded) = self.0.action()?;
        let mut replacement = Replacement::<E>::new(action, Guards::new());
        loop {
            let (mut ready, before) = replacement.next().await?;
            if let Some(loaded) = &loaded {
                ready.action = loaded.hold(ready.action);
            }
            let result = take(ready, before).await;
            if !replacement.again(&result) {
                return result;
            }
        }
    }
}

async fn take<E: Entity>(ready: Ready, before: Option<E>) -> Result<Option<E>, Error> {
    if !ready.guards.is_empty() {
        run::<DeleteItem>(ready).await?;
        return Ok(before);
    }
    let action = ready.action;
    let answer = action.send(Some("ALL_OLD")).await?;
    let reach = &action.reach;
    let view = answer.view::<DeleteItem>(reach)?;
    let item = view.attributes.map(|raw| Row::new(raw, E::SCHEMA, &reach.tenant).entity());
    Ok(item.transpose()?)
}
