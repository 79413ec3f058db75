//! Guards: the items that keep values unique.
//!
//! A guard's partition key says the value, and its sort key is the same for all of them. It holds whose it is: the
//! entity, the attribute, and the key of the item. A value belongs to the item that its guard names; every write of a
//! value writes the guard in the same transaction, under the condition that the guard is not there or names the same item.

use dal_key::{KeyValue, PartSource};

use crate::body::{Body, key_value};
use crate::entity::{Entity, EntityParts};
use crate::error::{Error, NotUnique};
use crate::handle::Reach;
use crate::item::{ItemWriter, RawItem};
use crate::keys::{self, KeyValues};
use crate::op::action::{Action, Verb};
use crate::row::Row;
use crate::schema::{EntitySchema, UniqueKey};

/// The sort key of every guard.
pub(crate) const SORT: &str = "$UNIQUE";
/// The value of a guard's type attribute, where the table has one: no entity can be called so.
pub(crate) const ENTITY: &str = "$UNIQUE";
/// The attribute that holds the key of the item that a value belongs to.
pub(crate) const OWNER: &str = "$owner";
/// The attribute that holds the name of its entity.
pub(crate) const OF: &str = "$of";
/// The attribute that holds the name of the unique field.
pub(crate) const FIELD: &str = "$field";

/// The keys of an item's guards: one for each of the entity's unique keys, or none where a part is absent.
pub(crate) type Guards = Vec<Option<KeyValues>>;

/// The guards of an item with these parts.
///
/// # Errors
///
/// When a value cannot be part of a key.
pub(crate) fn of(entity: &'static EntitySchema, parts: &dyn PartSource) -> Result<Guards, Error> {
    if entity.unique.is_empty() {
        return Ok(Guards::new());
    }
    let sort = entity.sort.as_ref().map(|sort| (sort.name, KeyValue::S(SORT.to_owned())));
    let guard = |unique: &UniqueKey| {
        let partition = keys::present(entity, &unique.key, parts)?;
        Ok(partition.map(|value| KeyValues { partition: (unique.key.name, value), sort: sort.clone() }))
    };
    entity.unique.iter().map(guard).collect()
}

/// A write, and the guards that it takes and gives up: to be done together.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) action: Action,
    pub(crate) guards: Vec<GuardChange>,
}

impl Ready {
    /// A write that changes no guard.
    pub(crate) fn alone(action: Action) -> Self {
        Self { action, guards: Vec::new() }
    }
}

/// What becomes of one guard.
#[derive(Clone, Debug)]
pub(crate) struct GuardChange {
    pub(crate) reach: Reach,
    pub(crate) entity: &'static EntitySchema,
    pub(crate) unique: &'static UniqueKey,
    /// The guard's key.
    pub(crate) key: KeyValues,
    /// The key of the item whose value it is, or was.
    pub(crate) owner: KeyValues,
    /// Keys of other items to which it may belong: one that gives it up in the same transaction, or is no more.
    pub(crate) from: Vec<KeyValues>,
    /// What must be so, or is done, where one of those is no more.
    pub(crate) evidence: Vec<Action>,
    /// Whether it is put; else it is deleted.
    pub(crate) takes: bool,
    /// Reads the guards of a stored item of the entity.
    pub(crate) read: fn(RawItem<'_>, &Reach) -> Result<Guards, Error>,
}

/// The guards of a stored item.
fn read<E: Entity>(raw: RawItem<'_>, reach: &Reach) -> Result<Guards, Error> {
    let item: E = Row::new(raw, E::SCHEMA, &reach.tenant).entity()?;
    of(E::SCHEMA, &EntityParts(&item))
}

/// What becomes of the guards of an item that had the key `was` and the guards `old`, and has the key `is` and the guards
/// `new`: what it leaves is deleted, what it takes is put, and what it keeps is untouched, unless its key is another one.
pub(crate) fn changes<E: Entity>(
    reach: &Reach,
    (was, old): (&KeyValues, &Guards),
    (is, new): (&KeyValues, &Guards),
) -> Vec<GuardChange> {
    let mut changes = Vec::new();
    for (number, unique) in E::SCHEMA.unique.iter().enumerate() {
        let of = |guards: &Guards| guards.get(number).cloned().flatten();
        let (old, new) = (of(old), of(new));
        let kept = old == new;
        if kept && was == is {
            continue;
        }
        let change = |key, owner: &KeyValues, takes| GuardChange {
            reach: reach.clone(),
            entity: E::SCHEMA,
            unique,
            key,
            owner: owner.clone(),
            from: if kept { vec![was.clone()] } else { Vec::new() },
            evidence: Vec::new(),
            takes,
            read: read::<E>,
        };
        changes.extend(old.filter(|_| !kept).map(|old| change(old, was, false)));
        changes.extend(new.map(|new| change(new, is, true)));
    }
    changes
}

/// Makes one of two changes of one guard: what one item gives up in a transaction, another may take.
///
/// # Errors
///
/// [`Error::NotUnique`] when two items take it.
pub(crate) fn merge(guards: &mut Vec<(usize, GuardChange)>) -> Result<(), Error> {
    let mut merged: Vec<(usize, GuardChange)> = Vec::with_capacity(guards.len());
    for (position, change) in guards.drain(..) {
        let table = &change.reach.core.table;
        let same = |(_, known): &&mut (usize, GuardChange)| {
            known.key == change.key && known.reach.core.table == *table
        };
        match merged.iter_mut().find(same) {
            None => merged.push((position, change)),
            Some((at, known)) => match (known.takes, change.takes) {
                (true, true) if known.owner != change.owner => {
                    return Err(Error::NotUnique(Box::new(change.refusal())));
                }
                (false, true) => {
                    let from = std::mem::replace(known, change).owner;
                    known.from.push(from);
                    *at = position;
                }
                (true, false) => known.from.push(change.owner),
                _ => {}
            },
        }
    }
    *guards = merged;
    Ok(())
}

impl GuardChange {
    /// The action: nothing is put over another item's guard, and none is deleted that is another item's.
    pub(crate) fn action(&self) -> Result<Action, Error> {
        let Self { reach, entity, key, owner, from, takes, .. } = self;
        let verb = if *takes { Verb::Put } else { Verb::Delete };
        let mut action =
            Action::new(reach.clone(), verb, entity, "unique", key.clone()).guard(self.refusal());
        if *takes {
            let (json, bytes) = self.item()?;
            action = action.item(json, bytes);
        }
        let partition = action.placeholders.name(entity.partition.name);
        let name = action.placeholders.name(OWNER);
        let mut condition = format!("attribute_not_exists({partition})");
        for owner in std::iter::once(owner).chain(from) {
            let value = action.placeholders.value(owner_json(owner));
            condition.push_str(&format!(" OR {name} = {value}"));
        }
        Ok(action.condition(condition))
    }

    /// What it means if the guard is another item's.
    fn refusal(&self) -> NotUnique {
        NotUnique { entity: self.entity.name, attribute: self.unique.name, key: self.owner.to_string() }
    }

    /// The guard as it is stored.
    fn item(&self) -> Result<(Vec<u8>, usize), Error> {
        let Self { entity, unique, key, owner, .. } = self;
        let mut writer = ItemWriter::new(Vec::with_capacity(256));
        key.attributes()
            .try_for_each(|(name, value)| writer.key_value(name, value))
            .and_then(|()| entity.type_attribute.map_or(Ok(()), |name| writer.text(name, ENTITY)))
            .and_then(|()| writer.text(OF, entity.name))
            .and_then(|()| writer.text(FIELD, unique.name))
            .and_then(|()| writer.json(OWNER, &owner_json(owner)))
            .map_err(|source| Error::encode(entity.name, source))?;
        Ok(writer.finish())
    }
}

/// A key as the value of [`OWNER`]: `{"M":{"PK":{"S":"…"},"SK":{"S":"…"}}}`.
fn owner_json(owner: &KeyValues) -> Vec<u8> {
    let mut map = Body::new();
    for (name, value) in owner.attributes() {
        map.json(name, &key_value(value));
    }
    [b"{\"M\":".as_slice(), &map.close(), b"}"].concat()
}
