//! Upsert: an update that creates the item where there is none.

use std::future::IntoFuture;
use std::marker::PhantomData;

use super::changes::{Act, Changes};
use super::returns::{New, Nothing, Returns, run};
use crate::attr::Settable;
use crate::condition::Condition;
use crate::entity::Entity;
use crate::error::{Error, InvalidAttribute};
use crate::handle::{Handle, Reach};
use crate::item::{DecodeError, EncodeError, RawItem};
use crate::op::Pending;
use crate::op::action::{Action, Verb};
use crate::op::put::{Written, write};
use crate::path::{Attribute, Steps};
use crate::values::Number;

/// One UpdateItem that writes all attributes of an item, and creates it where there is none: awaits to the whole item as it
/// is stored afterwards.
///
/// It carries everything that a put does: the attributes, the keys of all indexes, the entity's attribute. Attributes that
/// the item does not have, and keys of indexes that it is not in, are removed. What it knows nothing of stays: attributes
/// that another version of the program wrote. [`keep`](Self::keep) leaves an attribute as it is stored, and
/// [`add`](Self::add) counts. All of it is atomic.
///
/// It consumes what an [`Update`](crate::Update) does.
#[derive(Debug)]
#[must_use = "nothing is written until it is awaited"]
pub struct Upsert<E: Entity, R = New> {
    reach: Reach,
    item: Result<Written, Error>,
    /// What is not simply set.
    changes: Changes,
    keep: Vec<String>,
    conditions: Vec<Condition<E>>,
    returns: PhantomData<fn() -> R>,
}

impl<E: Entity> Upsert<E> {
    pub(crate) fn new(item: &E, handle: &impl Handle) -> Self {
        let reach = handle.reach();
        Self {
            item: write(item, &reach),
            reach,
            changes: Changes::default(),
            keep: Vec::new(),
            conditions: Vec::new(),
            returns: PhantomData,
        }
    }

    /// Gives nothing, so that nothing is sent back or decoded.
    pub fn returning_nothing(self) -> Upsert<E, Nothing> {
        let Self { reach, item, changes, keep, conditions, .. } = self;
        Upsert { reach, item, changes, keep, conditions, returns: PhantomData }
    }
}

impl<E: Entity, R> Upsert<E, R> {
    /// Keeps the attribute where it is stored, and writes the item's own value only where it is not: `if_not_exists`. For
    /// what is set once, like the time of creation.
    pub fn keep<A: Attribute<E>>(mut self, attribute: A) -> Self
    where
        A::Role: Settable,
    {
        self.keep.push(attribute.path().steps().attribute().to_owned());
        self
    }

    /// Adds to the stored number, from 0 where it is not there, instead of writing the item's own value.
    ///
    /// A sum that the attribute's type cannot hold is refused with [`Error::ConditionFailed`], for integers up to 64 bits.
    /// A call that was retried after it acted adds twice.
    pub fn add<V: Number, Role: Settable>(
        mut self,
        attribute: crate::attr::Attr<E, V, Role>,
        delta: impl Into<V::Delta>,
    ) -> Self {
        self.changes.add(attribute, &delta.into());
        self
    }

    /// Writes only if the stored item, or its absence, meets the condition; several must all hold. Else it awaits to
    /// [`Error::ConditionFailed`], with the stored item.
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.conditions.push(condition);
        self
    }

    pub(crate) fn action(self) -> Result<Action, Error> {
        let Self { reach, item, mut changes, keep, conditions, .. } = self;
        let schema = E::SCHEMA;
        let Written { key, json, .. } = item?;
        let unreadable = |error: DecodeError| {
            let source = EncodeError::new(error.to_string());
            Error::Encode(Box::new(InvalidAttribute { entity: schema.name, source }))
        };
        let mut written = Vec::new();
        for attribute in RawItem::parse(&json).map_err(unreadable)?.attributes() {
            let (name, value) = attribute.map_err(unreadable)?;
            let value = value.json().as_bytes().to_vec();
            let own = name.into_owned();
            if !schema.is_table_key(&own) && !changes.touches(&own) {
                let act = if keep.contains(&own) { Act::SetIfAbsent(value) } else { Act::Set(value) };
                changes.put(Steps::named(own.clone()), Ok(act));
            }
            written.push(own);
        }
        let keys = schema.indexes.iter().flat_map(|index| index.keys()).map(|key| key.name);
        for name in schema.optional.iter().copied().chain(keys.filter(|name| schema.is_own_key(name))) {
            let known = |names: &[String]| names.iter().any(|known| known == name);
            if !known(&written) && !known(&keep) && !changes.touches(name) {
                changes.attribute(name, None);
            }
        }
        Action::new(reach, Verb::Update, schema, "upsert", key).only_if(conditions)?.changes::<E>(changes)
    }
}

impl<E: Entity, R: Returns> IntoFuture for Upsert<E, R> {
    type Output = Result<R::Output<E>, Error>;
    type IntoFuture = Pending<R::Output<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { run::<E, R>(self.action()?).await })
    }
}
