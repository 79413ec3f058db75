//! Keys of indexes that several items can have, where one is expected.
//!
//! DynamoDB does not ask the keys of an index to be unique, and most need not be. Two are expected to be: one that a
//! pattern binds in full to get one item, and an inverted one, whose partition is made of the sort key's parts and whose
//! sort key of the partition's.

use dal_key::{Parts, Segment};

use super::example::readings;
use super::finding::{CounterExample, ExampleItem, Finding, Law};
use super::meet::{Meet, Meeting, meet};
use super::product::Effort;
use super::space::{Keys, Slot, Space};
use super::{Proof, words};
use crate::plan::Verb;

pub(super) fn check(proof: &Proof<'_>, findings: &mut Vec<Finding>) {
    for space in proof.spaces.iter().skip(1) {
        for (number, slot) in space.slots.iter().enumerate() {
            let inverted = is_inverted(proof, slot);
            let full = full(proof, space, slot);
            if (inverted || full.is_some())
                && let Some(&field) = left_out(proof, slot).first()
                && let Some(items) = two_items(proof, slot, field)
            {
                findings.push(finding(proof, slot, full, &[slot.entity], items));
            }
            if !inverted {
                continue;
            }
            for (_, other) in space.near(&slot.keys).filter(|(other, _)| *other < number) {
                if other.entity == slot.entity
                    || !is_inverted(proof, other)
                    || same_primary(proof, slot, other)
                {
                    continue;
                }
                let items =
                    |meet: &Meet| Some(vec![proof.item(other, &meet.left)?, proof.item(slot, &meet.right)?]);
                if let Meeting::At(items) = meet(&other.keys, &slot.keys, items) {
                    findings.push(finding(proof, slot, None, &[slot.entity, other.entity], items));
                }
            }
        }
    }
}

/// The pattern that binds the keys in full and promises one item.
fn full(proof: &Proof<'_>, space: &Space<'_>, slot: &Slot<'_>) -> Option<usize> {
    proof.plan.patterns.iter().position(|pattern| {
        matches!(&pattern.verb, Verb::Query(query) if query.full && query.index == space.index)
            && pattern.entities == [slot.entity]
    })
}

/// The fields whose value a key gives back, without the tenant's.
fn fields(proof: &Proof<'_>, segments: &[Segment<'_>]) -> Vec<u16> {
    let tenants = proof.plan.table.tenant.len();
    segments
        .iter()
        .filter_map(|segment| match segment {
            Segment::Part { number, format, .. } if !format.is_lossy() => Some(*number),
            _ => None,
        })
        .filter(|number| usize::from(*number) >= tenants)
        .collect()
}

fn both(proof: &Proof<'_>, keys: &Keys<'_>) -> [Vec<u16>; 2] {
    let sort = keys.sort.as_ref().map(|sort| fields(proof, sort.segments())).unwrap_or_default();
    [fields(proof, keys.partition.segments()), sort]
}

/// Whether the index turns the table's key round.
fn is_inverted(proof: &Proof<'_>, slot: &Slot<'_>) -> bool {
    let Some(primary) = proof.spaces.first().and_then(|table| table.slot(slot.entity)) else { return false };
    let [partition, sort] = both(proof, &primary.keys);
    let [own_partition, own_sort] = both(proof, &slot.keys);
    let within = |own: &[u16], of: &[u16]| !own.is_empty() && own.iter().all(|number| of.contains(number));
    within(&own_partition, &sort) && within(&own_sort, &partition)
}

/// The fields of the primary key that the index's keys leave out.
fn left_out(proof: &Proof<'_>, slot: &Slot<'_>) -> Vec<u16> {
    let Some(primary) = proof.spaces.first().and_then(|table| table.slot(slot.entity)) else {
        return Vec::new();
    };
    let own = both(proof, &slot.keys).concat();
    let mut missing = both(proof, &primary.keys).concat();
    missing.retain(|number| !own.contains(number));
    missing
}

fn same_primary(proof: &Proof<'_>, slot: &Slot<'_>, other: &Slot<'_>) -> bool {
    let Some(table) = proof.spaces.first() else { return true };
    match (table.slot(slot.entity), table.slot(other.entity)) {
        (Some(own), Some(other)) => !matches!(meet(&own.keys, &other.keys, |_| Some(())), Meeting::Apart),
        _ => true,
    }
}

/// Two items that differ in this field of the primary key.
fn two_items(proof: &Proof<'_>, slot: &Slot<'_>, field: u16) -> Option<Vec<ExampleItem>> {
    let first = proof.item(slot, &Parts::new())?;
    let entity = proof.plan.entities.get(slot.entity)?;
    let primary = &proof.spaces.first()?.slot(slot.entity)?.keys;
    let name = &entity.fields.get(usize::from(field))?.name;
    let own = &first.fields.iter().find(|value| value.field == *name)?.part;
    let mut others = Parts::new();
    for (number, plan) in entity.fields.iter().enumerate() {
        if let Some(value) =
            first.fields.iter().find(|value| value.field == plan.name && value.field != *name)
        {
            others.set(u16::try_from(number).ok()?, value.part.clone());
        }
    }
    let texts =
        primary.sort.iter().chain([&primary.partition]).find(|texts| texts.fields().any(|f| f == field))?;
    let second =
        Effort::MORE.into_iter().flat_map(|effort| readings(texts, &others, effort)).find_map(|found| {
            let value = found.get(field).filter(|value| *value != own)?;
            let mut values = others.clone();
            values.set(field, value.clone());
            proof.item(slot, &values).filter(|second| second.index == first.index && second.key != first.key)
        })?;
    Some(vec![first, second])
}

fn finding(
    proof: &Proof<'_>,
    slot: &Slot<'_>,
    pattern: Option<usize>,
    entities: &[usize],
    items: Vec<ExampleItem>,
) -> Finding {
    let plan = proof.plan;
    let index = slot.membership.map(|membership| membership.index);
    let of_index =
        index.and_then(|index| plan.table.indexes.get(index)).map_or("the index", |index| &index.name);
    let note = words::one_key(plan, &format!("two items with one key in `{of_index}`"), &items, index);
    let names = words::names(plan, entities);
    let message = match pattern.and_then(|pattern| plan.patterns.get(pattern)) {
        Some(pattern) => format!(
            "`{}` reads one item, and several items of {names} can have one key in `{of_index}`",
            pattern.name
        ),
        None => format!(
            "`{of_index}` turns the primary key round, and two items of {names} can have one key in it"
        ),
    };
    let place = match pattern.and_then(|pattern| plan.patterns.get(pattern)) {
        Some(pattern) => &pattern.place,
        None => &slot.partition_plan.place,
    };
    Finding {
        law: Law::SharedIndexKey,
        entities: entities.to_vec(),
        pattern,
        index,
        place: place.clone(),
        counter_example: Some(CounterExample { items, read: None }),
        certain: true,
        message,
        notes: vec![note],
        help: vec!["let the keys of the index hold every part of the primary key".to_owned()],
    }
}
