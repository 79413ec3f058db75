//! Move: an item under another primary key.

use std::future::IntoFuture;

use super::action::{Action, Requires, Verb};
use super::put::{Written, write};
use super::{About, Pending, send, service};
use crate::body::Body;
use crate::condition::Condition;
use crate::entity::Entity;
use crate::error::{ConditionFailed, Error, InvalidAttribute};
use crate::handle::{Handle, Reach};
use crate::item::{DecodeError, EncodeError, RawItem};
use crate::stored::StoredItem;
use crate::wire::{Failure, PutItem, TransactWriteItems};

/// One TransactWriteItems that deletes an item and puts another one of the entity in its place, under another primary key:
/// both or neither.
///
/// The old item must be stored as it was loaded, all its attributes; else nothing is written and it awaits to
/// [`Error::Conflict`], with the stored item, or to [`Error::NotFound`]. Under the new key there must be none, or it awaits
/// to [`Error::AlreadyExists`]. Attributes that another version of the program wrote are not carried over. If both items
/// have the same key it is one PutItem, under the condition that the old item is stored as it was loaded.
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
}

impl<E: Entity> Move<E> {
    pub(crate) fn new(old: &E, new: &E, handle: &impl Handle) -> Self {
        let reach = handle.reach();
        Self { old: write(old, &reach), new: write(new, &reach), reach, conditions: Vec::new() }
    }

    /// Moves only if the stored item meets the condition, too; several must all hold. Else it awaits to
    /// [`Error::ConditionFailed`], with the stored item.
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.conditions.push(condition);
        self
    }

    async fn run(self) -> Result<(), Error> {
        let Self { reach, old, new, conditions } = self;
        let (old, new) = (old?, new?);
        let schema = E::SCHEMA;
        let unreadable = |error: DecodeError| {
            let source = EncodeError::new(error.to_string());
            Error::Encode(Box::new(InvalidAttribute { entity: schema.name, source }))
        };
        let raw = RawItem::parse(&old.json).map_err(unreadable)?;
        let replaces = old.key == new.key;
        let mut first = if replaces {
            Action::new(reach.clone(), Verb::Put, schema, "move_to", new.key.clone()).item(new.json.clone())
        } else {
            Action::new(reach.clone(), Verb::Delete, schema, "move_to", old.key.clone())
        };
        first = first.require(Requires::Existence).only_if(conditions)?;
        for attribute in raw.attributes() {
            let (name, value) = attribute.map_err(unreadable)?;
            if !schema.hidden.contains(&name.as_ref()) && !schema.is_table_key(&name) {
                first = first.unchanged(name.into_owned(), Some(value.json().as_bytes().to_vec()));
            }
        }
        for name in schema.optional {
            if raw.find(name).map_err(unreadable)?.is_none() {
                first = first.unchanged(*name, None);
            }
        }
        if replaces {
            return first.send(None).await?.view::<PutItem>(&reach).map(drop);
        }
        let second = Action::new(reach, Verb::Put, schema, "move_to", new.key);
        transact([first, second.item(new.json).require(Requires::Absence)]).await
    }
}

/// Sends two actions as one transaction.
async fn transact(actions: [Action; 2]) -> Result<(), Error> {
    let [first, second] = &actions;
    let reach = &first.reach;
    let parts = [b"[".as_slice(), &first.part()?, b",", &second.part()?, b"]"].concat();
    let mut body = Body::new();
    body.json("TransactItems", &parts).text("ClientRequestToken", &crate::token::random());
    body.text("ReturnConsumedCapacity", "TOTAL");
    let mut body = body.take();
    body.push(b'}');
    let about = About { entity: first.entity, pattern: first.pattern, index: None, condition: None };
    let error = match send::<TransactWriteItems>(reach, about, body).await {
        Ok(sent) => return sent.view::<TransactWriteItems>(reach).map(drop),
        Err(error) => error,
    };
    let Failure::TransactionCanceled { reasons } = error.failure() else {
        return Err(service::<TransactWriteItems>(reach, error));
    };
    let refused = actions
        .iter()
        .zip(reasons)
        .find(|(_, reason)| reason.code.as_deref().is_some_and(|code| code == "ConditionalCheckFailed"));
    let Some((action, reason)) = refused else { return Err(service::<TransactWriteItems>(reach, error)) };
    let stored = reason.item.clone().filter(|item| !item.is_empty()).map(StoredItem);
    Err(action.refusal(Box::new(ConditionFailed {
        entity: action.entity.name,
        key: action.key.to_string(),
        stored,
        // The token makes a transaction that is sent twice one.
        maybe_applied: false,
        stored_equals_sent: None,
    })))
}

impl<E: Entity> IntoFuture for Move<E> {
    type Output = Result<(), Error>;
    type IntoFuture = Pending<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
