//! What a group of attributes gives to an update.

use serde::Serialize;

use super::changes::{Act, Changes};
use crate::attr::write_plain;
use crate::item::{EncodeError, ValueSerializer, value_or_none};
use crate::path::Steps;

/// Receives the attributes of a [`KeyGroup`](crate::KeyGroup).
#[derive(Debug)]
pub struct GroupWriter<'a> {
    pub(super) changes: &'a mut Changes,
}

impl GroupWriter<'_> {
    fn put(&mut self, name: &'static str, write: impl FnOnce(&mut Vec<u8>) -> Result<bool, EncodeError>) {
        let mut json = Vec::with_capacity(32);
        let act = match write(&mut json) {
            Ok(true) => Ok(Act::Set(json)),
            Ok(false) => Ok(Act::Remove),
            Err(error) => Err(error.in_attribute(name).into()),
        };
        self.changes.put(Steps::root(name), act);
    }

    /// An attribute that every item has.
    pub fn required<V: Serialize>(&mut self, name: &'static str, value: &V) {
        self.put(name, |json| write_plain(value, json));
    }

    /// An attribute that is removed where there is no value.
    pub fn optional<V: Serialize>(&mut self, name: &'static str, value: Option<&V>) {
        self.put(name, |json| value.map_or(Ok(false), |value| write_plain(value, json)));
    }

    /// An attribute that serde's `with` writes.
    pub fn with(
        &mut self,
        name: &'static str,
        write: impl FnOnce(ValueSerializer<'_>) -> Result<(), EncodeError>,
    ) {
        self.put(name, |json| value_or_none(json, write));
    }
}
