//! Keys as DynamoDB holds them: text of each key attribute, built from parts and checked against its limits.

use dal_key::{KeyError, KeyProblem, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES, Part, PartSource, Segment};

use crate::error::Error;
use crate::schema::{EntitySchema, IndexSchema, KeyAttribute, When};

/// The text of an item's primary key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyText {
    /// The attribute and the text of the partition key.
    pub partition: (&'static str, String),
    /// The attribute and the text of the sort key.
    pub sort: Option<(&'static str, String)>,
}

impl KeyText {
    /// The key attributes with their text, partition first.
    pub fn attributes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        std::iter::once(&self.partition).chain(&self.sort).map(|(name, text)| (*name, text.as_str()))
    }
}

impl std::fmt::Display for KeyText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.partition.0, self.partition.1)?;
        self.sort.as_ref().map_or(Ok(()), |(name, text)| write!(f, " {name}={text}"))
    }
}

/// Key attributes with their text.
pub(crate) type Texts = Vec<(&'static str, String)>;

/// Whether a key attribute belongs to the table or to an index: a value finer than its kind is refused in the table's
/// keys, where it would be lost, and floored in an index's, where the attribute keeps it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    Exact,
    Floored,
}

/// The primary key of an item of `entity`.
pub(crate) fn primary(entity: &'static EntitySchema, parts: &dyn PartSource) -> Result<KeyText, Error> {
    let partition = text(entity, &entity.partition, parts, MAX_PARTITION_KEY_BYTES, Precision::Exact)?;
    let sort = match &entity.sort {
        Some(sort) => Some((sort.name, text(entity, sort, parts, MAX_SORT_KEY_BYTES, Precision::Exact)?)),
        None => None,
    };
    Ok(KeyText { partition: (entity.partition.name, partition), sort })
}

/// The key attributes of an index with their text, or `None` if the item is not in it.
pub(crate) fn index(
    entity: &'static EntitySchema,
    index: &'static IndexSchema,
    parts: &dyn PartSource,
) -> Result<Option<Texts>, Error> {
    if !is_member(index, parts) {
        return Ok(None);
    }
    let mut keys = Vec::with_capacity(index.partition.len() + index.sort.len());
    for (attributes, limit) in [(index.partition, MAX_PARTITION_KEY_BYTES), (index.sort, MAX_SORT_KEY_BYTES)]
    {
        for attribute in attributes {
            keys.push((attribute.name, text(entity, attribute, parts, limit, Precision::Floored)?));
        }
    }
    Ok(Some(keys))
}

/// Whether an item is in an index: every part of its keys is present, and every condition holds.
fn is_member(index: &IndexSchema, parts: &dyn PartSource) -> bool {
    let present = |number: u16| parts.part(number).is_some();
    let whole = index.keys().flat_map(|key| key.template.segments()).all(|segment| match segment {
        Segment::Part { number, .. } => present(*number),
        _ => true,
    });
    whole
        && index.when.iter().all(|when| match when {
            When::Present(number) => present(*number),
            When::Absent(number) => !present(*number),
            When::OneOf(number, values) => parts.part(*number).is_some_and(|part| is_one_of(&part, values)),
        })
}

fn is_one_of(part: &Part<'_>, values: &[&str]) -> bool {
    match part {
        Part::Text(text) | Part::Word(text) => values.contains(&text.as_ref()),
        Part::Int(value) => values.iter().any(|text| text.parse() == Ok(*value)),
        Part::Bool(value) => values.iter().any(|text| text.parse() == Ok(*value)),
        _ => false,
    }
}

fn text(
    entity: &'static EntitySchema,
    attribute: &KeyAttribute,
    parts: &dyn PartSource,
    limit: usize,
    precision: Precision,
) -> Result<String, Error> {
    let mut text = String::with_capacity(64);
    match precision {
        Precision::Exact => attribute.template.write(parts, &mut text),
        Precision::Floored => attribute.template.write_floored(parts, &mut text),
    }
    .and_then(|()| within(&text, limit))
    .map_err(|error| Error::key(entity, attribute.name, error))?;
    Ok(text)
}

/// Checks a key's length, in bytes, against DynamoDB's limit.
pub(crate) fn within(text: &str, limit: usize) -> Result<(), KeyError> {
    if text.len() > limit {
        return Err(KeyError { part: None, problem: KeyProblem::TooLong { bytes: text.len(), limit } });
    }
    Ok(())
}
