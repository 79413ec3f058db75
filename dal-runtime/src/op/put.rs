//! Put: a whole item with all its keys.

use std::collections::HashMap;
use std::future::IntoFuture;
use std::ops::Range;

use aws_sdk_dynamodb::types::AttributeValue;
use dal_key::{KeyValue, PartSource};

use super::action::{Action, Requires, Verb, too_large};
use super::{Pending, run};
use crate::codec::Stored;
use crate::condition::Condition;
use crate::entity::{Entity, EntityParts, Sharded};
use crate::error::{Error, InvalidAttribute, TenantMismatch};
use crate::handle::{Handle, Reach};
use crate::item::{EncodeError, ItemWriter, RawItem, to_attributes};
use crate::keys::{self, Built, KeyValues, Values, agrees};
use crate::names::Names;
use crate::room;
use crate::schema::EntitySchema;
use crate::stored::key_value;
use crate::upkeep::before::Replacement;
use crate::upkeep::guards::{self, Guards, Ready};
use crate::upkeep::stamps::{Stamped, Stamps};
use crate::wire::PutItem;

/// DynamoDB's limit of an item, in bytes of names and values.
const MAX_ITEM_BYTES: usize = 400 * 1024;

/// One PutItem of a whole item, atomic: all attributes, all keys of all indexes it belongs to, and the type attribute.
///
/// It consumes one write capacity unit per KB of the item, and as much again for each index it enters, leaves or changes.
///
/// Where values are unique (`unique:`), their guards are written with the item in a TransactWriteItems, which takes twice the
/// units and as much for each guard that changes; a value that another item has is [`Error::NotUnique`]. A `put` first reads
/// what is stored, consistently, and has the condition that its unique values are still so; it is tried up to four times
/// where other writers come between, and then awaits to [`Error::Conflict`].
#[derive(Debug)]
#[must_use = "nothing is written until it is awaited"]
pub struct Put<E> {
    reach: Reach,
    item: Result<Written, Error>,
    create: bool,
    token: Option<String>,
    conditions: Vec<Condition<E>>,
    /// The version that the stored item must have.
    version: Option<i128>,
}

/// An item as DynamoDB JSON.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) json: Vec<u8>,
    /// Its size by DynamoDB's rules.
    pub(crate) bytes: usize,
    /// The keys of its guards.
    pub(crate) guards: Guards,
    places: Places,
}

/// Where in an item's JSON the texts of its partition key and its sort key are, if they stand there as they are. What is
/// added to an item comes behind them.
#[derive(Clone, Debug, Default)]
struct Places {
    partition: Option<Range<usize>>,
    sort: Option<Range<usize>>,
}

impl Places {
    fn key(&self, json: &[u8], entity: &'static EntitySchema) -> Option<KeyValues> {
        let text = |place: &Option<Range<usize>>| {
            let text = std::str::from_utf8(json.get(place.clone()?)?).ok()?;
            Some(KeyValue::S(text.to_owned()))
        };
        let sort = match &entity.sort {
            Some(sort) => Some((sort.name, text(&self.sort)?)),
            None => None,
        };
        Some(KeyValues { partition: (entity.partition.name, text(&self.partition)?), sort })
    }
}

impl Written {
    /// The item's key, read from what was written.
    pub(crate) fn key(&self, entity: &'static EntitySchema) -> Result<KeyValues, Error> {
        if let Some(key) = self.places.key(&self.json, entity) {
            return Ok(key);
        }
        let key = RawItem::written(&self.json).and_then(|item| KeyValues::of(&item, entity));
        key.ok_or_else(|| unwritable(entity.name, EncodeError::new("the item was written without its key")))
    }

    /// The same item in another shard of its sharded index.
    pub(crate) fn moved(self, entity: &'static EntitySchema, shard: u32) -> Result<Self, Error> {
        let json = crate::shard::moved(entity, &self.json, shard)?;
        let bytes = self.bytes + json.len().saturating_sub(self.json.len());
        let moved = Self { json, bytes, places: Places::default(), ..self };
        if bytes > MAX_ITEM_BYTES {
            return Err(too_large(entity.name, &moved.key(entity)?, Some(bytes)));
        }
        Ok(moved)
    }
}

/// Gives what dal writes beside an item's own attributes: the value of every key attribute, each once, and the type
/// attribute.
fn own_attributes<E: Entity>(
    item: &E,
    parts: &dyn PartSource,
    reach: &Reach,
    written: &mut Names,
    to: &mut keys::Target<'_>,
) -> Result<(), Error> {
    let schema = E::SCHEMA;
    for (number, part) in (0..schema.tenant_fields).zip(reach.tenant.iter()) {
        if item.part(number).as_ref() != Some(part) {
            let field = schema.field(number).unwrap_or_default();
            return Err(Error::TenantMismatch(Box::new(TenantMismatch { entity: schema.name, field })));
        }
    }
    keys::keeps_key_only(schema, parts)?;
    keys::all(schema, parts, &mut |name, built| if written.add(name) { to(name, built) } else { Ok(()) })?;
    match schema.type_attribute {
        Some(name) if written.add(name) => to(name, Built::Text(schema.type_value())),
        _ => Ok(()),
    }
}

fn unwritable(entity: &'static str, source: EncodeError) -> Error {
    Error::Encode(Box::new(InvalidAttribute { entity, source }))
}

/// The attributes that serde would write, and whose values live in keys only.
fn in_keys<E: Entity>() -> impl Iterator<Item = &'static str> {
    E::KEY_ONLY.iter().copied()
}

/// Writes an item, with its keys, for the tenant that `reach` names.
pub(crate) fn write<E: Entity>(item: &E, reach: &Reach) -> Result<Written, Error> {
    write_stamped(item, reach, &Stamps::default())
}

/// Writes an item, with its keys and the values that dal fills in.
pub(crate) fn write_stamped<E: Entity>(item: &E, reach: &Reach, stamps: &Stamps) -> Result<Written, Error> {
    let schema = E::SCHEMA;
    let own = EntityParts(item);
    let stamped = Stamped { stamps, rest: &own };
    // Every part of every key is asked for: without a layer where there is nothing in it.
    let parts: &dyn PartSource = if stamps.is_empty() { &own } else { &stamped };
    let room = room::of(schema);
    let mut writer = ItemWriter::new(Vec::with_capacity(room.get()));
    let (mut written, mut native, mut places) = (Names::default(), Values::new(), Places::default());
    own_attributes(item, parts, reach, &mut written, &mut |name, built| {
        let done = match built {
            Built::Text(text) => {
                let done = writer.text(name, text);
                if name == schema.partition.name {
                    places.partition = writer.place(text);
                } else if schema.sort.as_ref().is_some_and(|sort| sort.name == name) {
                    places.sort = writer.place(text);
                }
                done
            }
            Built::Value(value) => {
                let done = writer.key_value(name, &value);
                native.push((name, value));
                done
            }
        };
        done.map_err(|source| unwritable(schema.name, source))
    })?;
    let guards = guards::of(schema, parts)?;
    for name in stamps.iter().map(|stamp| stamp.fill.attribute).chain(in_keys::<E>()) {
        written.add(name);
    }
    stamps
        .iter()
        .try_for_each(|stamp| writer.json(stamp.fill.attribute, &stamp.json))
        .and_then(|()| writer.fields_with(&Stored(item), written.as_slice(), &native))
        .map_err(|source| unwritable(schema.name, source))?;
    let (json, bytes) = writer.finish();
    room.set(json.len());
    let written = Written { json, bytes, guards, places };
    if bytes > MAX_ITEM_BYTES {
        return Err(too_large(schema.name, &written.key(schema)?, Some(bytes)));
    }
    Ok(written)
}

/// The same item as the SDK's attribute values.
pub(crate) fn attribute_values<E: Entity>(
    item: &E,
    reach: &Reach,
) -> Result<HashMap<String, AttributeValue>, Error> {
    let schema = E::SCHEMA;
    let mut attributes = to_attributes(&Stored(item)).map_err(|source| unwritable(schema.name, source))?;
    for name in in_keys::<E>() {
        attributes.remove(name);
    }
    own_attributes(item, &EntityParts(item), reach, &mut Names::default(), &mut |name, built| {
        let value = match built {
            Built::Text(text) => AttributeValue::S(text.to_owned()),
            Built::Value(key) => {
                let written = attributes.get(name).map(|value| agrees(key_value(value).as_ref(), &key));
                let agreed = written.unwrap_or(Ok(())).map_err(|error| error.in_attribute(name));
                agreed.map_err(|source| unwritable(schema.name, source))?;
                attribute_value(key)
            }
        };
        attributes.insert(name.to_owned(), value);
        Ok(())
    })?;
    Ok(attributes)
}

fn attribute_value(value: KeyValue) -> AttributeValue {
    match value {
        KeyValue::S(text) => AttributeValue::S(text),
        KeyValue::N(digits) => AttributeValue::N(digits),
        KeyValue::B(bytes) => AttributeValue::B(bytes.into()),
    }
}

impl<E: Entity> Put<E> {
    pub(crate) fn new(item: &E, handle: &impl Handle, create: bool) -> Self {
        let reach = handle.reach();
        Self { item: write(item, &reach), reach, create, token: None, conditions: Vec::new(), version: None }
    }

    /// A put of an item with what dal fills in, or what is wrong with that, where the stored item has a version.
    pub(crate) fn filled(
        item: &E,
        reach: Reach,
        create: bool,
        stamps: Result<&Stamps, Error>,
        version: Option<i128>,
    ) -> Self {
        let item = stamps.and_then(|stamps| write_stamped(item, &reach, stamps));
        Self { item, reach, create, token: None, conditions: Vec::new(), version }
    }

    /// Marks the item with a random token, in an attribute of dal's own (`_dal_token`, 42 bytes), so that a retry knows its
    /// own work: a condition that fails after the first attempt, because that attempt was carried out and its answer
    /// lost, is then a success, and any other failed condition never says
    /// [`maybe_applied`](crate::ConditionFailed::maybe_applied).
    ///
    /// The token stays until the item is put again; updates keep it. Fields of entities never see it. One case is left: a
    /// put that replaced the item between the two attempts took the token with it, and the write counts as refused.
    pub fn with_write_token(mut self) -> Self {
        let token = crate::token::random();
        self.item = self.item.and_then(|mut written| {
            written.bytes += crate::token::add(&mut written.json, &token);
            if written.bytes > MAX_ITEM_BYTES {
                return Err(too_large(E::SCHEMA.name, &written.key(E::SCHEMA)?, Some(written.bytes)));
            }
            Ok(written)
        });
        self.token = Some(token);
        self
    }

    /// Writes the item into this shard of its sharded index, instead of the one that its primary key tells: for items that
    /// come from elsewhere with a shard of their own. Updates leave it there, unless they change what stands beside the shard
    /// in its attribute; a later put without this word moves it to its own shard. Reads look into all of them. A shard
    /// that is none of the list's is [`Error::Key`], before anything is sent.
    pub fn shard(mut self, shard: u32) -> Self
    where
        E: Sharded,
    {
        self.item = self.item.and_then(|written| written.moved(E::SCHEMA, shard));
        self
    }

    /// Writes only if the item that is stored, or its absence, meets the condition; several must all hold. Else it awaits
    /// to [`Error::ConditionFailed`], with the stored item.
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.conditions.push(condition);
        self
    }

    /// Whether there must be no item under the key, or one whose TTL is over.
    pub(crate) const fn is_create(&self) -> bool {
        self.create
    }

    /// The action, with the keys of the guards that its item has.
    pub(crate) fn action(self) -> Result<(Action, Guards), Error> {
        let Self { reach, item, create, conditions, version, .. } = self;
        let item = item?;
        let key = item.key(E::SCHEMA)?;
        let Written { json, bytes, guards, .. } = item;
        let (pattern, requires) =
            if create { ("create", Requires::Vacancy) } else { ("put", Requires::Nothing) };
        let action = Action::new(reach, Verb::Put, E::SCHEMA, pattern, key)
            .item(json, bytes)
            .require(requires)
            .version(version)
            .only_if(conditions)?;
        Ok((action, guards))
    }

    async fn run(mut self) -> Result<(), Error> {
        let token = self.token.take();
        match (self.send().await, token) {
            (Err(error), Some(token)) => crate::token::settle(error, &token),
            (result, _) => result,
        }
    }

    /// Sends it: where values are unique, a put reads first what is stored, and has the condition that those values are
    /// still so.
    async fn send(self) -> Result<(), Error> {
        let create = self.create;
        let (action, guards) = self.action()?;
        if create {
            return run::<PutItem>(created::<E>(action, &guards)).await;
        }
        if E::SCHEMA.unique.is_empty() {
            return run::<PutItem>(Ready::alone(action)).await;
        }
        let mut replacement = Replacement::<E>::new(action, guards);
        loop {
            let (ready, _) = replacement.next().await?;
            let result = run::<PutItem>(ready).await;
            if !replacement.again(&result) {
                return result;
            }
        }
    }
}

/// A write of an item that is not there yet, with its guards.
pub(crate) fn created<E: Entity>(action: Action, guards: &Guards) -> Ready {
    let guards = guards::changes::<E>(&action.reach, (&action.key, &Guards::new()), (&action.key, guards));
    Ready { action, guards }
}

impl<E: Entity> IntoFuture for Put<E> {
    type Output = Result<(), Error>;
    type IntoFuture = Pending<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
