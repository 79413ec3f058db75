//! Values that live in key text only: they are left out of what is written, and given to serde as if they were attributes
//! while an item is read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dal_key::{KeyError, KeyValue, Parts, Segment};
use serde::Serialize;

use crate::item::{DecodeError, EncodeError, Injected, RawValue, ValueSerializer, value_with};
use crate::schema::{EntitySchema, KeyAttribute};

/// Collects the values that keys hold, as serde writes them: generated code gives them.
#[derive(Debug, Default)]
pub struct KeyOnly {
    values: Vec<(&'static str, Scalar)>,
    problem: Option<EncodeError>,
}

/// A value as serde wrote it.
#[derive(Debug)]
enum Scalar {
    Text(String),
    Number(String),
    Base64(String),
    Bool(bool),
}

impl KeyOnly {
    fn put(
        &mut self,
        name: &'static str,
        write: impl FnOnce(ValueSerializer<'_>) -> Result<(), EncodeError>,
    ) {
        let mut json = Vec::with_capacity(48);
        let scalar = value_with(&mut json, write).and_then(|()| {
            Scalar::parse(&json).ok_or_else(|| {
                EncodeError::new(
                    "lives in a key, and serde writes it as neither text, number, bytes nor boolean",
                )
            })
        });
        match scalar {
            Ok(scalar) => self.values.push((name, scalar)),
            Err(error) => {
                self.problem.get_or_insert(error.in_attribute(name));
            }
        }
    }

    /// A value that every item has.
    pub fn required<V: Serialize>(&mut self, name: &'static str, value: &V) {
        self.put(name, |to| value.serialize(to));
    }

    /// A value that an item may lack.
    pub fn optional<V: Serialize>(&mut self, name: &'static str, value: Option<&V>) {
        if let Some(value) = value {
            self.required(name, value);
        }
    }

    /// A value that serde's `with` writes.
    pub fn with(
        &mut self,
        name: &'static str,
        write: impl FnOnce(ValueSerializer<'_>) -> Result<(), EncodeError>,
    ) {
        self.put(name, write);
    }

    /// The values for serde.
    ///
    /// # Errors
    ///
    /// When one of them has no form that serde could be given.
    pub(crate) fn injected(&self) -> Result<Vec<(&str, Injected<'_>)>, DecodeError> {
        if let Some(error) = &self.problem {
            let decode = DecodeError::new(error.message().to_owned());
            return Err(match error.attribute() {
                Some(name) => decode.in_attribute(name),
                None => decode,
            });
        }
        Ok(self.values.iter().map(|(name, value)| (*name, value.borrow())).collect())
    }
}

impl Scalar {
    fn parse(json: &[u8]) -> Option<Self> {
        let value = RawValue::parse(json).ok()?;
        Some(match value.key_value() {
            Ok(KeyValue::S(text)) => Self::Text(text),
            Ok(KeyValue::N(digits)) => Self::Number(digits),
            Ok(KeyValue::B(bytes)) => Self::Base64(STANDARD.encode(bytes)),
            Err(_) => Self::Bool(value.decode().ok()?),
        })
    }

    fn borrow(&self) -> Injected<'_> {
        match self {
            Self::Text(text) => Injected::Text(text),
            Self::Number(digits) => Injected::Number(digits),
            Self::Base64(text) => Injected::Base64(text),
            Self::Bool(value) => Injected::Bool(*value),
        }
    }
}

/// The parts of an item's keys that are stored nowhere else. `value` gives the value of a key attribute, if it is there.
///
/// # Errors
///
/// When a key attribute of the table is missing or none of its template, and when one of an index is there and is not: with
/// its name.
pub(crate) fn parts<E>(
    entity: &EntitySchema,
    value: impl Fn(&'static str) -> Result<Option<KeyValue>, E>,
    refuse: impl Fn(&'static str, KeyError) -> E,
) -> Result<Parts, E> {
    let mut parts = Parts::new();
    let mut missing: Vec<u16> = entity.key_only.to_vec();
    let of_indexes = entity.indexes.iter().flat_map(|index| index.keys());
    for (key, of_table) in
        entity.table_keys().map(|key| (key, true)).chain(of_indexes.map(|key| (key, false)))
    {
        if !missing.iter().any(|&number| gives(key, number)) {
            continue;
        }
        let found = value(key.name)?;
        if found.is_none() && !of_table {
            continue;
        }
        let mut own = Parts::new();
        key.parse(found.as_ref(), &mut own).map_err(|error| refuse(key.name, error))?;
        missing.retain(|&number| match own.get(number).filter(|_| gives(key, number)) {
            Some(part) => {
                parts.set(number, part.clone());
                false
            }
            None => true,
        });
    }
    Ok(parts)
}

/// Whether a key attribute gives the value of the part of that number back: neither folded nor cut.
pub(crate) fn gives(key: &KeyAttribute, number: u16) -> bool {
    key.template.segments().iter().any(|segment| match segment {
        Segment::Part { number: own, format, .. } => *own == number && !format.is_lossy(),
        _ => false,
    })
}
