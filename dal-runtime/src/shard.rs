//! Shards: which of the partitions over which an index's keys are spread an item is in.

use std::hash::Hasher;

use dal_key::{Part, PartSource, Parts};
use siphasher::sip::SipHasher13;

use crate::error::{Error, InvalidAttribute};
use crate::item::{DecodeError, EncodeError, RawItem, text_to_json};
use crate::keys;
use crate::schema::{EntitySchema, Shards};

/// Parts with the shard among them: told by the item's primary key, so that every write of an item gives the same.
pub(crate) struct Sharded<'a> {
    pub(crate) shards: Option<Shards>,
    pub(crate) primary_fields: u16,
    pub(crate) parts: &'a dyn PartSource,
}

impl<'a> Sharded<'a> {
    pub(crate) fn new(entity: &EntitySchema, parts: &'a dyn PartSource) -> Self {
        Self { shards: entity.shard, primary_fields: entity.primary_fields, parts }
    }
}

impl PartSource for Sharded<'_> {
    fn part(&self, number: u16) -> Option<Part<'_>> {
        let shards = self.shards.filter(|shards| shards.field == number);
        self.parts.part(number).or_else(|| shard(&shards?, self.primary_fields, self.parts).map(int))
    }
}

fn int(shard: u32) -> Part<'static> {
    Part::Int(shard.into())
}

/// The shard of an item with these parts; `None` if one that tells it is missing.
fn shard(shards: &Shards, primary_fields: u16, parts: &dyn PartSource) -> Option<u32> {
    let mut hasher = SipHasher13::new_with_keys(1, 0);
    let told_by = match shards.by {
        Some(number) => number..number.saturating_add(1),
        None => 0..primary_fields,
    };
    for number in told_by {
        let bytes = bytes(&parts.part(number)?);
        hasher.write(&(bytes.len() as u64).to_be_bytes());
        hasher.write(&bytes);
    }
    let within = hasher.finish() % u64::from(shards.count.max(1));
    Some(shards.from.saturating_add(u32::try_from(within).unwrap_or_default()))
}

/// A value as bytes that are the same in every build: a change would move items to other shards.
fn bytes(part: &Part<'_>) -> Vec<u8> {
    match part {
        Part::Text(text) | Part::Word(text) => text.as_bytes().to_vec(),
        Part::Uuid(value) | Part::Ulid(value) => value.to_be_bytes().to_vec(),
        Part::Int(value) => value.to_be_bytes().to_vec(),
        Part::Decimal { digits, scale } => [digits.to_be_bytes().as_slice(), &scale.to_be_bytes()].concat(),
        Part::F64(value) => value.to_bits().to_be_bytes().to_vec(),
        Part::Time { seconds, nanos } => [seconds.to_be_bytes().as_slice(), &nanos.to_be_bytes()].concat(),
        Part::Date(days) => days.to_be_bytes().to_vec(),
        Part::Bool(value) => vec![u8::from(*value)],
        Part::Bytes(bytes) => bytes.to_vec(),
        _ => Vec::new(),
    }
}

/// The item with its sharded key in another shard; the item itself where it is in no such index.
pub(crate) fn moved(entity: &'static EntitySchema, json: &[u8], to: u32) -> Result<Vec<u8>, Error> {
    let unreadable = |error: DecodeError| {
        let source = EncodeError::new(error.message().to_owned());
        Error::Encode(Box::new(InvalidAttribute { entity: entity.name, source }))
    };
    let Some(shards) = entity.shard else { return Ok(json.to_vec()) };
    let raw = RawItem::parse(json).map_err(unreadable)?;
    let mut changed = Vec::new();
    for index in entity.indexes.iter().filter(|index| index.numbers().any(|number| number == shards.field)) {
        let mut parts = Parts::new();
        let mut whole = true;
        for key in index.keys().chain(entity.table_keys()) {
            let value = raw.key_value(key.name).map_err(unreadable)?;
            whole &= key.parse(value.as_ref(), &mut parts).is_ok();
        }
        if whole {
            parts.set(shards.field, int(to));
            for key in index.keys().filter(|key| !entity.is_table_key(key.name)) {
                changed.push((key.name, keys::floored(entity, key, &parts)?));
            }
        }
    }
    let mut moved = Vec::with_capacity(json.len());
    for attribute in raw.attributes() {
        let (name, value) = attribute.map_err(unreadable)?;
        moved.push(if moved.is_empty() { b'{' } else { b',' });
        text_to_json(&name, &mut moved);
        moved.push(b':');
        match changed.iter().find(|(own, _)| *own == name) {
            Some((_, value)) => moved.extend_from_slice(&crate::body::key_value(value)),
            None => moved.extend_from_slice(value.json().as_bytes()),
        }
    }
    moved.push(b'}');
    Ok(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(values: &[Part<'static>]) -> Parts {
        let mut parts = Parts::new();
        for (number, part) in (0..).zip(values) {
            parts.set(number, part.clone());
        }
        parts
    }

    const EIGHT: Shards = Shards { field: 9, from: 3, count: 8, by: None };

    #[test]
    fn shards_are_pinned() {
        let of = |shards: &Shards, values: &[Part<'static>]| shard(shards, 2, &parts(values));
        let values = [Part::Text("a".into()), Part::Int(7)];
        assert_eq!(of(&EIGHT, &values), Some(PINNED.0), "a change moves every item to another shard");
        assert_eq!(of(&Shards { by: Some(1), ..EIGHT }, &values), Some(PINNED.1));
        assert_eq!(of(&EIGHT, &values[..1]), None, "a part is missing");
    }

    const PINNED: (u32, u32) = (4, 6);

    #[test]
    fn items_are_spread_evenly() {
        let mut counts = [0_u32; 8];
        for number in 0..8_000 {
            let found = shard(&EIGHT, 2, &parts(&[Part::Text("shop".into()), Part::Int(number)])).unwrap();
            counts[(found - 3) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (880..1_120).contains(count)), "{counts:?}");
    }
}
