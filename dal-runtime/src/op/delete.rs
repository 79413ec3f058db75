//! Delete: one item by its full key.

use std::future::IntoFuture;

use super::Pending;
use super::action::{Action, Requires, Verb};
use crate::condition::Condition;
use crate::entity::{Entity, KeyParts};
use crate::error::Error;
use crate::handle::{Handle, Reach};
use crate::keys;
use crate::row::Row;
use crate::wire::DeleteItem;

/// One DeleteItem: the item, and with it its entries in all indexes, atomically. Deleting what does not exist succeeds
/// unless it [must exist](Self::must_exist).
///
/// It consumes one write capacity unit per KB of the item (at least one), and as much again for each index the item is in.
#[derive(Clone, Debug)]
#[must_use = "nothing is deleted until it is awaited"]
pub struct Delete<E: Entity> {
    reach: Reach,
    key: E::Key,
    must_exist: bool,
    conditions: Vec<Condition<E>>,
}

/// A [`Delete`] that awaits to the item it deleted, or `None` if there was none.
#[derive(Clone, Debug)]
#[must_use = "nothing is deleted until it is awaited"]
pub struct Take<E: Entity>(Delete<E>);

impl<E: Entity> Delete<E> {
    pub(crate) fn new(handle: &impl Handle, key: E::Key) -> Self {
        Self { reach: handle.reach(), key, must_exist: false, conditions: Vec::new() }
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

    pub(crate) fn action(self) -> Result<Action, Error> {
        let Self { reach, key, must_exist, conditions } = self;
        let schema = E::SCHEMA;
        let text = keys::primary(schema, &KeyParts { tenant: &reach.tenant, key: &key, group: None })?;
        let requires = if must_exist { Requires::Existence } else { Requires::Nothing };
        Action::new(reach, Verb::Delete, schema, "delete", text).require(requires).only_if(conditions)
    }
}

impl<E: Entity> IntoFuture for Delete<E> {
    type Output = Result<(), Error>;
    type IntoFuture = Pending<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let action = self.action()?;
            action.send(None).await?.view::<DeleteItem>(&action.reach).map(drop)
        })
    }
}

impl<E: Entity> IntoFuture for Take<E> {
    type Output = Result<Option<E>, Error>;
    type IntoFuture = Pending<Option<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let action = self.0.action()?;
            let answer = action.send(Some("ALL_OLD")).await?;
            let reach = &action.reach;
            let view = answer.view::<DeleteItem>(reach)?;
            let item = view.attributes.map(|raw| Row::new(raw, E::SCHEMA, &reach.tenant).entity());
            Ok(item.transpose()?)
        })
    }
}
