//! Items of two entities under one primary key.

use super::finding::{CounterExample, Finding, Law, MOST};
use super::meet::{Meet, Meeting, meet};
use super::space::Slot;
use super::{Proof, words};

/// Each entity with those before it in the list whose keys it can have.
pub(super) fn check(proof: &Proof<'_>, findings: &mut Vec<Finding>) {
    let Some(table) = proof.spaces.first() else { return };
    for (number, slot) in table.slots.iter().enumerate() {
        let mut found = Vec::new();
        let mut unknown = Vec::new();
        not_shared(proof, slot, findings);
        for (_, other) in table.near(&slot.keys).filter(|(other, _)| *other < number) {
            if share(proof, slot, other) {
                continue;
            }
            if found.len() == MOST {
                break;
            }
            let items =
                |meet: &Meet| Some(vec![proof.item(other, &meet.left)?, proof.item(slot, &meet.right)?]);
            match meet(&other.keys, &slot.keys, items) {
                Meeting::Apart => {}
                Meeting::Unknown => unknown.push(other.entity),
                Meeting::At(items) => found.push((other.entity, items)),
            }
        }
        if !found.is_empty() {
            let others: Vec<usize> = found.iter().map(|(other, _)| *other).collect();
            let mut finding = finding(proof, slot, &others);
            if let Some((_, items)) = found.into_iter().next() {
                let about = if finding.entities.iter().any(|&entity| words::is_guards(proof.plan, entity)) {
                    "two items with one key: where one is there, the other is refused as taken"
                } else {
                    "two items with one key, of which the one written last would replace the other"
                };
                finding.notes.push(words::one_key(proof.plan, about, &items, None));
                finding.counter_example = Some(CounterExample { items, read: None });
            }
            findings.push(finding);
        }
        if !unknown.is_empty() {
            let mut finding = finding(proof, slot, &unknown);
            finding.certain = false;
            finding.notes.push(words::UNDECIDED.to_owned());
            finding.message = format!(
                "It could not be decided whether items of {} and {} can have one primary key",
                words::name(proof.plan, slot.entity),
                words::names(proof.plan, &unknown),
            );
            findings.push(finding);
        }
    }
}

/// Whether the list says that the two can have one key.
fn share(proof: &Proof<'_>, one: &Slot<'_>, other: &Slot<'_>) -> bool {
    let of = |slot: &Slot<'_>| proof.plan.entities.get(slot.entity);
    of(one).zip(of(other)).is_some_and(|(one, other)| proof.plan.share(one, other))
}

/// Entities that an entity says it shares keys with, and whose keys are apart from its own.
fn not_shared(proof: &Proof<'_>, slot: &Slot<'_>, findings: &mut Vec<Finding>) {
    let Some(table) = proof.spaces.first() else { return };
    let Some(entity) = proof.plan.entities.get(slot.entity) else { return };
    for name in &entity.shares {
        let other = proof.plan.entity(name).and_then(|(number, _)| table.slot(number));
        let Some(other) = other.filter(|other| other.entity != slot.entity) else { continue };
        if !matches!(meet(&other.keys, &slot.keys, |_| Some(())), Meeting::Apart) {
            continue;
        }
        findings.push(Finding {
            law: Law::NotShared,
            entities: vec![slot.entity, other.entity],
            pattern: None,
            index: None,
            place: slot.sort_plan.unwrap_or(slot.partition_plan).place.clone(),
            counter_example: None,
            certain: true,
            message: format!(
                "{} shares its keys with {}, and no item of one can have a key of the other",
                words::name(proof.plan, slot.entity),
                words::name(proof.plan, other.entity)
            ),
            notes: Vec::new(),
            help: vec![format!("remove {} from `shares:`", words::name(proof.plan, other.entity))],
        });
    }
}

fn finding(proof: &Proof<'_>, slot: &Slot<'_>, others: &[usize]) -> Finding {
    let plan = proof.plan;
    let name = words::name(plan, slot.entity);
    let place = &slot.sort_plan.unwrap_or(slot.partition_plan).place;
    let (partition, sort) = words::attributes(plan, None);
    let attribute = if slot.sort_plan.is_some() { sort } else { partition.clone() };
    // The one that is to be changed, unless it begins with its own name already.
    let all = std::iter::once(slot.entity).chain(others.iter().copied());
    let change = all.clone().find(|&entity| {
        let template = plan.entities.get(entity).and_then(|entity| entity.sort.as_ref());
        !words::beginning(template).starts_with(words::own_literal(plan, entity).trim_end_matches('#'))
    });
    let guards = |entity: &usize| words::is_guards(plan, *entity);
    let is_native = slot.sort_plan.unwrap_or(slot.partition_plan).native().is_some();
    let help = match change {
        // The sort key of guards is not the list's to choose.
        _ if all.clone().any(|entity| guards(&entity)) => {
            let guards = all.clone().find(guards).unwrap_or(slot.entity);
            vec![format!(
                "begin the key of {} with a text of its own behind the tenant: `{}…`",
                words::name(plan, guards),
                words::own_literal(plan, guards)
            )]
        }
        // Nothing can be put before a value that is the whole attribute.
        _ if is_native => {
            let apart = format!("give `{attribute}` of each entity a kind that has no value of the others");
            let partition = slot.sort_plan.map(|_| {
                let changed = change.unwrap_or(slot.entity);
                let own = words::own_literal(plan, changed);
                format!(
                    "give {} another partition: a text of its own in {partition}, `{own}…`",
                    words::name(plan, changed)
                )
            });
            partition.into_iter().chain([apart]).collect()
        }
        Some(entity) if slot.sort_plan.is_some() => vec![format!(
            "begin {attribute} of {} with a text of its own, which ends in a delimiter: `{}…`",
            words::name(plan, entity),
            words::own_literal(plan, entity)
        )],
        _ => vec![format!("begin {attribute} of {name} with a text that no other key begins with")],
    };
    Finding {
        law: Law::Collision,
        entities: all.collect(),
        pattern: None,
        index: None,
        place: place.clone(),
        counter_example: None,
        certain: true,
        message: format!(
            "An item of {name} can have the primary key of an item of {}",
            words::names(plan, others)
        ),
        notes: Vec::new(),
        help,
    }
}
