//! Keys that can be read in two ways.

use dal_key::Parts;

use super::finding::{CounterExample, Finding, Law};
use super::keys::{Texts, common, merged, repeated};
use super::product::{Common, Effort, Step, Wanted, text};
use super::space::Slot;
use super::{ExampleItem, Proof, words};
use crate::plan::TemplatePlan;

/// Each template of each entity, once.
pub(super) fn check(proof: &mut Proof<'_>, findings: &mut Vec<Finding>) {
    let mut seen: Vec<Vec<&TemplatePlan>> = vec![Vec::new(); proof.plan.entities.len()];
    let mut open = Vec::new();
    for (space, of_space) in proof.spaces.iter().enumerate() {
        for (number, slot) in of_space.slots.iter().enumerate() {
            let sort = slot.keys.sort.as_ref().zip(slot.sort_plan);
            for (texts, plan) in std::iter::once((&slot.keys.partition, slot.partition_plan)).chain(sort) {
                // Where every part's end is told, there is one reading.
                if texts.signature().closed || seen[slot.entity].contains(&plan) {
                    continue;
                }
                seen[slot.entity].push(plan);
                open.push((space, number, plan));
            }
        }
    }
    for (space, number, plan) in open {
        let Some(entity) = proof.spaces[space].slots.get(number).map(|slot| slot.entity) else { continue };
        // A key is read without knowing what its index asks of the values.
        let any = Texts::new(plan, &proof.plan.entities[entity].fields, Vec::new(), &mut proof.symbols);
        let slot = &proof.spaces[space].slots[number];
        let own = if plan == slot.partition_plan {
            &slot.keys.partition
        } else {
            slot.keys.sort.as_ref().unwrap_or(&any)
        };
        match decide(proof, slot, own, &any) {
            Answer::One => {}
            Answer::Unknown => findings.push(finding(proof, slot, plan, None)),
            Answer::Two(example) => findings.push(finding(proof, slot, plan, Some(*example))),
        }
    }
}

enum Answer {
    One,
    Two(Box<Example>),
    Unknown,
}

struct Example {
    text: String,
    items: Vec<ExampleItem>,
}

fn decide(proof: &Proof<'_>, slot: &Slot<'_>, own: &Texts<'_>, any: &Texts<'_>) -> Answer {
    let none = Parts::new();
    let repeated: Vec<u16> = repeated(own.fields());
    for effort in std::iter::once(Effort::SHORTEST).chain(Effort::MORE) {
        let words = match common((own, &none), (any, &none), Wanted::TwoReadings, effort) {
            Common::Nothing => return Answer::One,
            Common::TooMuch => return Answer::Unknown,
            Common::Words(words) => words,
        };
        for word in &words {
            if let Some(example) = real(proof, slot, own, any, word) {
                return Answer::Two(Box::new(example));
            }
        }
        // A part that stands twice has one value: each of those that were read is tried in both places.
        let read = words.iter().filter_map(|word| own.read_back(word, |step| step.left)).flatten();
        for (number, _, value) in read.filter(|(number, ..)| repeated.contains(number)) {
            let mut one = Parts::new();
            one.set(number, value);
            if let Common::Words(words) = common((own, &one), (any, &none), Wanted::TwoReadings, effort)
                && let Some(example) = words.iter().find_map(|word| real(proof, slot, own, any, word))
            {
                return Answer::Two(Box::new(example));
            }
        }
    }
    Answer::Unknown
}

fn real(
    proof: &Proof<'_>,
    slot: &Slot<'_>,
    own: &Texts<'_>,
    any: &Texts<'_>,
    word: &[Step],
) -> Option<Example> {
    let text = text(word);
    let values = merged(&own.read_back(word, |step| step.left)?);
    // The codec writes it, and cannot read it.
    if !own.holds(&values, &text) || any.template().parse(&text, &mut Parts::new()).is_ok() {
        return None;
    }
    let mut items = vec![proof.item(slot, &values)?];
    // The other reading is an item of its own, where no part stands twice with two values.
    let other = any.read_back(word, |step| step.right).map(|read| merged(&read));
    if let Some(mut other) = other.filter(|other| own.holds(other, &text)) {
        complete(proof, slot, &items[0], &mut other);
        items.extend(proof.item(slot, &other).filter(|other| other.fields != items[0].fields));
    }
    Some(Example { text, items })
}

/// Takes what the other reading leaves open from the first item.
fn complete(proof: &Proof<'_>, slot: &Slot<'_>, item: &ExampleItem, values: &mut Parts) {
    let Some(entity) = proof.plan.entities.get(slot.entity) else { return };
    for (number, field) in entity.fields.iter().enumerate() {
        let Ok(number) = u16::try_from(number) else { return };
        let known = item.fields.iter().find(|value| value.field == field.name);
        if let (None, Some(value)) = (values.get(number), known) {
            values.set(number, value.part.clone());
        }
    }
}

fn finding(proof: &Proof<'_>, slot: &Slot<'_>, template: &TemplatePlan, example: Option<Example>) -> Finding {
    let plan = proof.plan;
    let name = words::name(plan, slot.entity);
    let certain = example.is_some();
    let index = slot.membership.map(|membership| membership.index);
    let note = match &example {
        Some(Example { text, items }) => {
            let about = match items.len() {
                1 => format!("{text:?} is written for this item, and can be read in another way"),
                _ => format!("{text:?} is written for either of these items"),
            };
            words::returned(plan, &about, None, items, index)
        }
        None => words::UNDECIDED.to_owned(),
    };
    let counter_example = example.map(|Example { items, .. }| CounterExample { items, read: None });
    let message = if certain {
        format!(
            "Keys of {name} can be read in two ways: nothing tells where a part of `{}` ends",
            template.text
        )
    } else {
        format!(
            "It could not be decided whether keys of {name}, `{}`, can be read in one way only",
            template.text
        )
    };
    Finding {
        law: Law::Ambiguous,
        entities: vec![slot.entity],
        pattern: None,
        index,
        place: template.place.clone(),
        counter_example,
        certain,
        message,
        notes: vec![note],
        help: vec![
            "put a literal between the parts that neither can hold, such as `#`".to_owned(),
            "or use kinds of a fixed length".to_owned(),
        ],
    }
}
