//! Keys as DynamoDB holds them: the value of each key attribute, built from parts and checked against its limits.

use std::borrow::Cow;
use std::cell::Cell;

use dal_key::{
    KeyError, KeyProblem, KeyValue, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES, Part, PartSource, Segment,
};

use crate::entity::{Entity, Key};
use crate::error::Error;
use crate::item::EncodeError;
use crate::item::RawItem;
use crate::key_only;
use crate::schema::{EntitySchema, IndexSchema, KeyAttribute, When};
use crate::shard::Sharded;

/// The values of an item's primary key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyValues {
    /// The attribute and the value of the partition key.
    pub partition: (&'static str, KeyValue),
    /// The attribute and the value of the sort key.
    pub sort: Option<(&'static str, KeyValue)>,
}

/// The values of a primary key in the one form that they all have that are the same, to be looked up by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NormalKey<'a> {
    partition: (&'static str, Cow<'a, KeyValue>),
    sort: Option<(&'static str, Cow<'a, KeyValue>)>,
}

impl KeyValues {
    /// The key attributes with their values, partition first.
    pub fn attributes(&self) -> impl Iterator<Item = (&'static str, &KeyValue)> {
        std::iter::once(&self.partition).chain(&self.sort).map(|(name, value)| (*name, value))
    }
}

impl KeyValues {
    /// The primary key of an item of an answer, by the attributes' names that `entity` has; `None` where it has none.
    pub(crate) fn of(item: &RawItem<'_>, entity: &'static EntitySchema) -> Option<Self> {
        let value = |name| item.key_value(name).ok().flatten().map(|value| (name, value));
        let partition = value(entity.partition.name)?;
        let sort = match &entity.sort {
            Some(sort) => Some(value(sort.name)?),
            None => None,
        };
        Some(Self { partition, sort })
    }

    /// The same key in one form: DynamoDB gives numbers back in other digits than they were sent in.
    pub(crate) fn normal(&self) -> NormalKey<'_> {
        let sort = self.sort.as_ref().map(|(name, value)| (*name, value.normal()));
        NormalKey { partition: (self.partition.0, self.partition.1.normal()), sort }
    }
}

/// For people: `PK=TENANT#… SK=USER#…`.
impl std::fmt::Display for KeyValues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.partition.0, self.partition.1)?;
        self.sort.as_ref().map_or(Ok(()), |(name, value)| write!(f, " {name}={value}"))
    }
}

/// Key attributes with their values.
pub(crate) type Values = Vec<(&'static str, KeyValue)>;

/// Whether a key attribute belongs to the table or to an index: a value finer than its kind is refused in the table's
/// keys, where it would be lost, and floored in an index's, where the attribute keeps it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    Exact,
    Floored,
}

/// The primary key of an item of `entity`.
pub(crate) fn primary(entity: &'static EntitySchema, parts: &dyn PartSource) -> Result<KeyValues, Error> {
    let partition = value(entity, &entity.partition, parts, MAX_PARTITION_KEY_BYTES, Precision::Exact)?;
    let sort = match &entity.sort {
        Some(sort) => Some((sort.name, value(entity, sort, parts, MAX_SORT_KEY_BYTES, Precision::Exact)?)),
        None => None,
    };
    Ok(KeyValues { partition: (entity.partition.name, partition), sort })
}

/// The typed key back from the values of the table's key attributes.
pub(crate) fn typed<E: Entity>(key: &KeyValues) -> Result<E::Key, Error> {
    parse::<E>(Some(&key.partition.1), key.sort.as_ref().map(|(_, value)| value))
}

pub(crate) fn parse<E: Entity>(
    partition: Option<&KeyValue>,
    sort: Option<&KeyValue>,
) -> Result<E::Key, Error> {
    let schema = E::SCHEMA;
    let mut parts = dal_key::Parts::new();
    for (key, value) in schema.table_keys().zip([partition, sort]) {
        key.parse(value, &mut parts).map_err(|error| Error::key(schema, key.name, error))?;
    }
    Key::from_parts(&parts).map_err(|error| Error::key(schema, schema.partition.name, error))
}

/// The value of one key attribute of a guard, or `None` where one of its parts is absent.
pub(crate) fn present(
    entity: &'static EntitySchema,
    attribute: &KeyAttribute,
    parts: &dyn PartSource,
) -> Result<Option<KeyValue>, Error> {
    if !is_whole(attribute, parts) {
        return Ok(None);
    }
    value(entity, attribute, parts, MAX_PARTITION_KEY_BYTES, Precision::Floored).map(Some)
}

/// A key attribute's value on its way to where it is written.
pub(crate) enum Built<'t> {
    /// A text, which is in nobody's hands yet.
    Text(&'t str),
    /// A value of an attribute in its own type.
    Value(KeyValue),
}

impl Built<'_> {
    fn into_value(self) -> KeyValue {
        match self {
            Self::Text(text) => KeyValue::S(text.to_owned()),
            Self::Value(value) => value,
        }
    }
}

/// Where the key attributes of an item are written to.
pub(crate) type Target<'t> = dyn FnMut(&'static str, Built<'_>) -> Result<(), Error> + 't;

/// Gives the table's key attributes of an item of `entity`, and then those of each index that it is in. An attribute that
/// several share is given as often.
pub(crate) fn all(
    entity: &'static EntitySchema,
    parts: &dyn PartSource,
    to: &mut Target<'_>,
) -> Result<(), Error> {
    let mut text = SCRATCH.take();
    let mut table = |key: &KeyAttribute, limit| {
        build(entity, key, parts, limit, Precision::Exact, &mut text).and_then(|built| to(key.name, built))
    };
    let given = table(&entity.partition, MAX_PARTITION_KEY_BYTES)
        .and_then(|()| entity.sort.as_ref().map_or(Ok(()), |sort| table(sort, MAX_SORT_KEY_BYTES)))
        .and_then(|()| {
            let mut indexes = entity.indexes.iter();
            indexes.try_for_each(|index| of_index(entity, index, parts, &mut text, to).map(drop))
        });
    SCRATCH.set(text);
    given
}

thread_local! {
    /// Room for the text of one key, kept from item to item.
    static SCRATCH: Cell<String> = const { Cell::new(String::new()) };
}

/// The key attributes of an index with their values, without the table's own, or `None` if the item is not in it.
pub(crate) fn index(
    entity: &'static EntitySchema,
    index: &'static IndexSchema,
    parts: &dyn PartSource,
) -> Result<Option<Values>, Error> {
    let mut keys = Vec::with_capacity(index.partition.len() + index.sort.len());
    let mut keep = |name, built: Built<'_>| {
        keys.push((name, built.into_value()));
        Ok(())
    };
    let is_member = of_index(entity, index, parts, &mut String::new(), &mut keep)?;
    Ok(is_member.then_some(keys))
}

/// Gives the key attributes of an index, without the table's own; says whether the item is in it.
fn of_index(
    entity: &'static EntitySchema,
    index: &'static IndexSchema,
    parts: &dyn PartSource,
    text: &mut String,
    to: &mut Target<'_>,
) -> Result<bool, Error> {
    let sharded = Sharded::new(entity, parts);
    let parts: &dyn PartSource = if entity.shard.is_some() { &sharded } else { parts };
    if !is_member(index, parts) {
        return Ok(false);
    }
    for (attributes, limit) in [(index.partition, MAX_PARTITION_KEY_BYTES), (index.sort, MAX_SORT_KEY_BYTES)]
    {
        for attribute in attributes {
            // What is stored nowhere else must come back as it was.
            let precision = if entity.key_only.iter().any(|number| key_only::gives(attribute, *number)) {
                Precision::Exact
            } else {
                Precision::Floored
            };
            let built = build(entity, attribute, parts, limit, precision, text)?;
            // What an index shares with the table is in the item by its primary key; here only its length is at stake.
            if !is_tables(entity, attribute) {
                to(attribute.name, built)?;
            }
        }
    }
    Ok(true)
}

/// The value of an index's key attribute.
pub(crate) fn floored(
    entity: &'static EntitySchema,
    attribute: &KeyAttribute,
    parts: &dyn PartSource,
) -> Result<KeyValue, Error> {
    value(entity, attribute, parts, MAX_SORT_KEY_BYTES, Precision::Floored)
}

fn is_tables(entity: &EntitySchema, attribute: &KeyAttribute) -> bool {
    entity.is_table_key(attribute.name)
}

/// What becomes of the key attributes of some indexes of an item, each with the parts that are known for it: the value of
/// each attribute, or none where it is removed.
///
/// An attribute that indexes share is removed only when the item is in none of them: one that another index needs stays,
/// and so does one of an index that is not asked about, whose keys are built from other fields. Neither the table's keys
/// nor attributes that hold fields are ever removed.
pub(crate) fn index_changes(
    entity: &'static EntitySchema,
    indexes: &[(&'static IndexSchema, &dyn PartSource)],
) -> Result<Vec<(&'static str, Option<KeyValue>)>, Error> {
    let mut changes: Vec<(&'static str, Option<KeyValue>)> = Vec::new();
    for (index, parts) in indexes {
        keeps_key_only(entity, *parts)?;
        for (name, value) in self::index(entity, index, *parts)?.into_iter().flatten() {
            if !changes.iter().any(|(known, _)| *known == name) {
                changes.push((name, Some(value)));
            }
        }
    }
    let asked = |other: &&IndexSchema| indexes.iter().any(|(index, _)| std::ptr::eq(*index, *other));
    let others = entity.indexes.iter().filter(|other| !asked(other)).flat_map(IndexSchema::keys);
    let others: Vec<&str> = others.map(|key| key.name).collect();
    for key in indexes.iter().flat_map(|(index, _)| index.keys()) {
        let kept = others.contains(&key.name) || changes.iter().any(|(known, _)| *known == key.name);
        if entity.is_own_key(key.name) && !kept {
            changes.push((key.name, None));
        }
    }
    Ok(changes)
}

/// Whether every part of a key attribute is present.
fn is_whole(attribute: &KeyAttribute, parts: &dyn PartSource) -> bool {
    attribute.template.segments().iter().all(|segment| match segment {
        Segment::Part { number, .. } => parts.part(*number).is_some(),
        _ => true,
    })
}

/// Refuses an item of which a value would be lost: one that only the keys of indexes hold, and that is in none of them.
pub(crate) fn keeps_key_only(entity: &'static EntitySchema, parts: &dyn PartSource) -> Result<(), Error> {
    if entity.key_only.is_empty() {
        return Ok(());
    }
    let parts: &dyn PartSource = &Sharded::new(entity, parts);
    for &number in entity.key_only {
        if entity.table_keys().any(|key| key_only::gives(key, number)) || parts.part(number).is_none() {
            continue;
        }
        let holds = |index: &&IndexSchema| index.keys().any(|key| key_only::gives(key, number));
        let mut holding = entity.indexes.iter().filter(holds);
        if let Some(first) = holding.clone().next().filter(|_| !holding.any(|index| is_member(index, parts)))
        {
            let why = format!("lives only in the key of `{}`, which this item is not in", first.name);
            let name = first.keys().find(|key| key_only::gives(key, number)).map_or("", |key| key.name);
            let error = KeyError { part: Some(number), problem: KeyProblem::OutOfKind(why) };
            return Err(Error::key(entity, name, error));
        }
    }
    Ok(())
}

/// Whether an item is in an index: every part of its keys is present, and every condition holds.
fn is_member(index: &IndexSchema, parts: &dyn PartSource) -> bool {
    let present = |number: u16| parts.part(number).is_some();
    index.keys().all(|key| is_whole(key, parts))
        && index.when.iter().all(|when| match when {
            When::Present(number) => present(*number),
            When::Absent(number) => !present(*number),
            When::OneOf(number, values) => parts.part(*number).is_some_and(|part| is_one_of(&part, values)),
        })
}

/// Whether a value is one of those; decimals are numbers, whatever their scale.
fn is_one_of(part: &Part<'_>, values: &[Part<'static>]) -> bool {
    let number = |part: &Part<'_>| match part {
        Part::Decimal { digits, scale } => {
            let (mut digits, mut scale) = (*digits, *scale);
            while scale > 0 && digits % 10 == 0 {
                (digits, scale) = (digits / 10, scale - 1);
            }
            Some((digits, scale))
        }
        _ => None,
    };
    values.iter().any(|value| part == value || number(part).is_some_and(|own| number(value) == Some(own)))
}

fn value(
    entity: &'static EntitySchema,
    attribute: &KeyAttribute,
    parts: &dyn PartSource,
    limit: usize,
    precision: Precision,
) -> Result<KeyValue, Error> {
    let mut text = String::new();
    Ok(match build(entity, attribute, parts, limit, precision, &mut text)? {
        Built::Value(value) => value,
        Built::Text(_) => KeyValue::S(text),
    })
}

/// The value of one key attribute; a text is written into `text`, which is emptied before.
fn build<'t>(
    entity: &'static EntitySchema,
    attribute: &KeyAttribute,
    parts: &dyn PartSource,
    limit: usize,
    precision: Precision,
    text: &'t mut String,
) -> Result<Built<'t>, Error> {
    let template = match precision {
        Precision::Exact => attribute.template,
        Precision::Floored => attribute.template.floored(),
    };
    let built = if template.is_native() {
        template.value(parts).and_then(|value| within(&value, limit).map(|()| Built::Value(value)))
    } else {
        text.clear();
        template.write(parts, text).and_then(|()| within_bytes(text.len(), limit)).map(|()| Built::Text(text))
    };
    built.map_err(|error| Error::key(entity, attribute.name, error))
}

/// Checks that serde wrote an attribute as the key has it, where the attribute holds a field.
pub(crate) fn agrees(written: Option<&KeyValue>, key: &KeyValue) -> Result<(), EncodeError> {
    match written {
        Some(written) if written.is_same(key) => Ok(()),
        Some(written) => Err(EncodeError::new(format!(
            "is a key attribute, which holds {key} ({}), and serde writes it as {written} ({})",
            key.attribute_type(),
            written.attribute_type()
        ))),
        None => Err(EncodeError::new(format!(
            "is a key attribute of type {}, and serde writes it as another type: a function of its own \
             (`#[serde(with = \"…\")]`) can write it as the key is",
            key.attribute_type()
        ))),
    }
}

/// Checks a key's length, in bytes, against DynamoDB's limit.
pub(crate) fn within(value: &KeyValue, limit: usize) -> Result<(), KeyError> {
    within_bytes(value.len(), limit)
}

fn within_bytes(bytes: usize, limit: usize) -> Result<(), KeyError> {
    if bytes > limit {
        return Err(KeyError { part: None, problem: KeyProblem::TooLong { bytes, limit } });
    }
    Ok(())
}
