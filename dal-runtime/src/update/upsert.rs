//! Upsert: an update that creates the item where there is none.

use std::future::IntoFuture;

use super::changes::{Act, Changes};
use super::returns::{FillIn, New, Nothing, Returns, run};
use crate::attr::Settable;
use crate::condition::Condition;
use crate::entity::{Entity, Sharded};
use crate::error::{Error, InvalidAttribute};
use crate::handle::{Handle, Reach};
use crate::item::{DecodeError, EncodeError, RawItem};
use crate::op::action::{Action, Verb};
use crate::op::put::{Written, write, write_stamped};
use crate::op::{Pending, PendingIn};
use crate::path::{Attribute, Steps};
use crate::upkeep::before::Replacement;
use crate::upkeep::guards::Guards;
use crate::upkeep::stamps::Stamps;
use crate::values::Number;

/// One UpdateItem that writes all attributes of an item, and creates it where there is none: awaits to the whole item as it
/// is stored afterwards.
///
/// It carries everything that a put does: the attributes, the keys of all indexes, the entity's attribute. Attributes that
/// the item does not have, and keys of indexes that it is not in, are removed. What it knows nothing of stays: attributes
/// that another version of the program wrote. [`keep`](Self::keep) leaves an attribute as it is stored, and
/// [`add`](Self::add) counts. All of it is atomic.
///
/// It consumes what an [`Update`](crate::Update) does. With unique values it reads and writes as a [`Put`](crate::Put) does,
/// and reads the item after it.
#[derive(Debug)]
#[must_use = "nothing is written until it is awaited"]
pub struct Upsert<E: Entity, R = New> {
    reach: Reach,
    item: Result<Written, Error>,
    /// What is not simply set.
    changes: Changes,
    keep: Vec<String>,
    /// Whether the shard was said.
    sharded: bool,
    conditions: Vec<Condition<E>>,
    /// The version that the stored item must have.
    version: Option<i128>,
    returns: R,
}

impl<E: Entity> Upsert<E> {
    pub(crate) fn new(item: &E, handle: &impl Handle) -> Self {
        let reach = handle.reach();
        Self {
            item: write(item, &reach),
            reach,
            changes: Changes::default(),
            keep: Vec::new(),
            sharded: false,
            conditions: Vec::new(),
            version: None,
            returns: New,
        }
    }

    /// Gives nothing, so that nothing is sent back or decoded.
    pub fn returning_nothing(self) -> Upsert<E, Nothing> {
        self.returning(Nothing)
    }

    fn returning<R>(self, returns: R) -> Upsert<E, R> {
        let Self { reach, item, changes, keep, sharded, conditions, version, .. } = self;
        Upsert { reach, item, changes, keep, sharded, conditions, version, returns }
    }
}

impl<'a, E: Entity> Upsert<E, FillIn<'a, E>> {
    /// An upsert that fills the item in, with what dal fills in or what is wrong with that. A `created` that it fills in is
    /// kept where one is stored.
    pub(crate) fn filling(
        item: &'a mut E,
        reach: Reach,
        stamps: Result<Stamps, Error>,
        version: Option<i128>,
    ) -> Self {
        let created = E::SCHEMA.managed.created.filter(|_| version.is_none()).map(|fill| fill.attribute);
        let filled = |stamps: &Stamps| {
            stamps.iter().map(|stamp| stamp.fill.attribute).find(|name| created == Some(*name))
        };
        let keep = stamps.as_ref().ok().and_then(filled).map(str::to_owned).into_iter().collect();
        let written = stamps.and_then(|stamps| write_stamped(&*item, &reach, &stamps));
        let (changes, conditions) = (Changes::default(), Vec::new());
        let returns = FillIn(item);
        Self { item: written, reach, changes, keep, sharded: false, conditions, version, returns }
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

    /// Writes the item into this shard of its sharded index, wherever it was: as [`Put::shard`](crate::Put::shard).
    pub fn shard(mut self, shard: u32) -> Self
    where
        E: Sharded,
    {
        self.item = self.item.and_then(|written| written.moved(E::SCHEMA, shard));
        self.sharded = true;
        self
    }

    /// Writes only if the stored item, or its absence, meets the condition; several must all hold. Else it awaits to
    /// [`Error::ConditionFailed`], with the stored item.
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.conditions.push(condition);
        self
    }

    /// The action, with the keys of the guards that its item has.
    pub(crate) fn action(self) -> Result<(Action, Guards, R), Error> {
        let Self { reach, item, mut changes, keep, sharded, conditions, version, returns } = self;
        let schema = E::SCHEMA;
        let item = item?;
        let key = item.key(schema)?;
        let Written { json, guards, .. } = item;
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
                let stays = keep.contains(&own) || (!sharded && schema.is_shards(&own));
                let act = if stays { Act::SetIfAbsent(value) } else { Act::Set(value) };
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
        let mut action = Action::new(reach, Verb::Update, schema, "upsert", key)
            .own_item()
            .version(version)
            .only_if(conditions)?;
        // A key of an index that is made of a `created` which may be stored already could say another time.
        if let Some(created) = schema.managed.created
            && keep.iter().any(|name| name == created.attribute)
            && schema.indexes.iter().any(|index| index.numbers().any(|number| number == created.field))
        {
            action = action.unchanged(created.attribute, None);
        }
        Ok((action.changes::<E>(changes)?, guards, returns))
    }

    /// Sends it: where values are unique, what is stored is read first, and the write has the condition that those values
    /// are still so.
    async fn run<S: Returns>(self) -> Result<(S::Output<E>, R), Error> {
        let (action, guards, returns) = self.action()?;
        let mut replacement = Replacement::<E>::new(action, guards);
        loop {
            let (ready, _) = replacement.next().await?;
            let result = run::<E, S>(ready).await;
            if !replacement.again(&result) {
                return Ok((result?, returns));
            }
        }
    }
}

impl<E: Entity, R: Returns> IntoFuture for Upsert<E, R> {
    type Output = Result<R::Output<E>, Error>;
    type IntoFuture = Pending<R::Output<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { Ok(self.run::<R>().await?.0) })
    }
}

impl<'a, E: Entity> IntoFuture for Upsert<E, FillIn<'a, E>> {
    type Output = Result<(), Error>;
    type IntoFuture = PendingIn<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let (stored, FillIn(item)) = self.run::<New>().await?;
            *item = stored;
            Ok(())
        })
    }
}
