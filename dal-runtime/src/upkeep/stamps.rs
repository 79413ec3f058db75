//! The values that one write fills in.

use std::time::{SystemTime, UNIX_EPOCH};

use dal_key::{KeyPart, KeyProblem, Kind, Part, PartSource, Precision};

use crate::attr::Attr;
use crate::clock::Clock;
use crate::codec::Codec;
use crate::entity::Entity;
use crate::error::{Error, InvalidAttribute};
use crate::handle::Reach;
use crate::item::EncodeError;
use crate::schema::{EntitySchema, Fill};

/// One value: the field, its part, and the attribute as it is written.
#[derive(Debug)]
pub(crate) struct Stamp {
    pub(crate) fill: Fill,
    part: Part<'static>,
    pub(crate) json: Vec<u8>,
}

/// The values that one write fills in.
#[derive(Debug, Default)]
pub(crate) struct Stamps(Vec<Stamp>);

impl Stamps {
    /// Adds the value of a field.
    fn add<E: Entity>(&mut self, fill: Fill, part: Part<'static>) -> Result<(), Error> {
        let mut json = Vec::with_capacity(32);
        E::stamp(None, fill.field, part.clone(), &mut json).map_err(unfilled::<E>)?;
        self.0.push(Stamp { fill, part, json });
        Ok(())
    }

    /// The version that follows `version`, where the entity has one.
    pub(crate) fn version<E: Entity>(mut self, version: i128) -> Result<Self, Error> {
        if let Some(fill) = E::SCHEMA.managed.version {
            self.add::<E>(fill, Part::Int(version.saturating_add(1)))?;
        }
        Ok(self)
    }

    /// The time of the last write, where the entity has it.
    pub(crate) fn updated<E: Entity>(mut self, reach: &Reach) -> Result<Self, Error> {
        if let Some(fill) = E::SCHEMA.managed.updated {
            self.add::<E>(fill, now(reach.core.clock.as_ref(), fill.kind))?;
        }
        Ok(self)
    }

    /// The time of the first write, where the entity has it.
    pub(crate) fn created<E: Entity>(mut self, reach: &Reach) -> Result<Self, Error> {
        if let Some(fill) = E::SCHEMA.managed.created {
            self.add::<E>(fill, now(reach.core.clock.as_ref(), fill.kind))?;
        }
        Ok(self)
    }

    /// Whether nothing is filled in.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Stamp> {
        self.0.iter()
    }

    /// Fills the item. The values were written once, so that they can be filled in.
    pub(crate) fn fill<E: Entity>(&self, item: &mut E) -> Result<(), Error> {
        let mut json = Vec::new();
        for stamp in &self.0 {
            json.clear();
            E::stamp(Some(&mut *item), stamp.fill.field, stamp.part.clone(), &mut json)
                .map_err(unfilled::<E>)?;
        }
        Ok(())
    }

    fn part(&self, number: u16) -> Option<Part<'_>> {
        self.0.iter().find(|stamp| stamp.fill.field == number).map(|stamp| stamp.part.clone())
    }
}

fn unfilled<E: Entity>(source: EncodeError) -> Error {
    Error::Encode(Box::new(InvalidAttribute { entity: E::SCHEMA.name, source }))
}

/// Parts, of which some are filled in.
pub(crate) struct Stamped<'a> {
    pub(crate) stamps: &'a Stamps,
    pub(crate) rest: &'a dyn PartSource,
}

impl PartSource for Stamped<'_> {
    fn part(&self, number: u16) -> Option<Part<'_>> {
        self.stamps.part(number).or_else(|| self.rest.part(number))
    }
}

/// Now, at the precision of a kind: what is finer is cut off, so that attribute and key say the same.
fn now(clock: &dyn Clock, kind: Kind<'_>) -> Part<'static> {
    let (seconds, nanos) = instant(clock.now());
    let nanos = match kind {
        Kind::Time(Precision::Micros) => nanos / 1_000 * 1_000,
        Kind::Time(Precision::Millis) => nanos / 1_000_000 * 1_000_000,
        _ => 0,
    };
    match kind {
        Kind::Int { .. } => Part::Int(seconds.into()),
        _ => Part::Time { seconds, nanos },
    }
}

fn instant(time: SystemTime) -> (i64, u32) {
    match KeyPart::<dal_key::kinds::Time>::part(&time) {
        Part::Time { seconds, nanos } => (seconds, nanos),
        _ => (
            i64::try_from(time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()).unwrap_or(i64::MAX),
            0,
        ),
    }
}

/// Whether a time was never filled in: absent, or 1970, which is what such fields hold before the first write.
pub(crate) fn is_unset(part: Option<&Part<'_>>) -> bool {
    matches!(part, None | Some(Part::Int(0) | Part::Time { seconds: 0, nanos: 0 }))
}

/// The version of an item: 0 if it was never written.
pub(crate) fn version_of<E: Entity>(item: &E) -> i128 {
    match version_fill(E::SCHEMA).and_then(|fill| item.part(fill.field)) {
        Some(Part::Int(version)) => version,
        _ => 0,
    }
}

fn version_fill(schema: &EntitySchema) -> Option<Fill> {
    schema.managed.version
}

fn problem<E, V, R>(attribute: &Attr<E, V, R>, problem: &KeyProblem) -> EncodeError {
    EncodeError::new(format!("cannot be filled: the value {problem}")).in_attribute(attribute.name())
}

/// The version that a write of this item expects, where it has one.
pub(crate) fn expected<E: Entity>(item: &E) -> Option<i128> {
    E::SCHEMA.managed.version.map(|_| version_of(item))
}

/// Writes the value of a part as the attribute holds it, and sets the field, which may be optional.
///
/// # Errors
///
/// When the field's type does not hold the value, or it cannot be written.
#[doc(hidden)]
pub fn stamp<E, V, F: From<V>>(
    codec: Codec<V>,
    attribute: Attr<E, V, crate::attr::Filled>,
    of: Option<&mut F>,
    part: Part<'_>,
    json: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let value = codec.value(part).map_err(|error| problem(&attribute, &error))?;
    json.extend(attribute.as_path().json(&value)?.unwrap_or_default());
    if let Some(field) = of {
        *field = value.into();
    }
    Ok(())
}

/// [`stamp`] of an `Option` field that a function of its own writes.
///
/// # Errors
///
/// As [`stamp`].
#[doc(hidden)]
pub fn stamp_option_with<E, V>(
    codec: Codec<V>,
    attribute: Attr<E, Option<V>, crate::attr::Filled>,
    of: Option<&mut Option<V>>,
    part: Part<'_>,
    json: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let value = Some(codec.value(part).map_err(|error| problem(&attribute, &error))?);
    json.extend(attribute.as_path().json(&value)?.unwrap_or_default());
    if let Some(field) = of {
        *field = value;
    }
    Ok(())
}
