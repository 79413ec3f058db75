//! Random items of a model.

use dal_key::{Part, Parts, Segment, Template, Words};
use dal_spec::KindDef;
use dal_spec::plan::{EntityPlan, Plan, WhenIs};
use dal_spec::prove::ExampleKey;

use crate::models::Random;
use crate::prove_support::{segments, templates, write_key};

/// How many items of a model are tried.
const MOST_ITEMS: usize = 80;

/// A value of a kind out of few.
fn value(random: &mut Random, kind: &KindDef) -> Part<'static> {
    const TEXTS: [&str; 16] =
        ["A", "B", "AB", "a", "aa", "1", "0", "#", "A#", "#A", "A#B", "-", "!", "$", "11", "b1"];
    match kind {
        KindDef::Text(None) => Part::Text((*random.of(&TEXTS)).into()),
        KindDef::Text(Some(pattern)) => {
            let fitting: Vec<&str> = TEXTS
                .into_iter()
                .filter(|text| dal_key::pattern::matches(pattern, text) == Ok(true))
                .collect();
            Part::Text((*random.of(&fitting)).into())
        }
        KindDef::Uuid => Part::Uuid(random.below(2) as u128),
        KindDef::Ulid => Part::Ulid(random.below(2) as u128),
        KindDef::Int { min, max } => {
            let low = (*min).max(-2);
            Part::Int((low + random.below(14) as i128).min(*max))
        }
        KindDef::Decimal(_) => Part::Decimal { digits: random.below(30) as i128 - 5, scale: 1 },
        KindDef::F64 => Part::F64(*random.of(&[0.0, 1.0, -1.0, 11.0, 0.5])),
        KindDef::Time(_) => {
            Part::Time { seconds: *random.of(&[0, 86_400, 31_536_000, 951_782_400]), nanos: 0 }
        }
        KindDef::Date => Part::Date(*random.of(&[0, 1, 365, 11_016])),
        KindDef::Bool => Part::Bool(random.chance(50)),
        KindDef::Bytes => {
            Part::Bytes(random.of(&[vec![0x11], vec![0x11, 0x11], vec![0xaa], vec![0xa1]]).clone().into())
        }
        KindDef::Enum(words) => {
            let words: Vec<&str> = Words(words).iter().collect();
            Part::Word((*random.of(&words)).to_owned().into())
        }
        _ => panic!("a kind without values here"),
    }
}

/// An item: the values of its fields, its key, and its key in the index if it is there.
pub(crate) struct Item {
    pub(crate) entity: usize,
    pub(crate) parts: Parts,
    pub(crate) key: ExampleKey,
    pub(crate) index: Option<ExampleKey>,
    /// What the parts are written as: two items of the same are one.
    pub(crate) identity: Vec<Option<String>>,
}

impl Item {
    pub(crate) fn new(plan: &Plan, number: usize, parts: Parts) -> Option<Self> {
        let entity = &plan.entities[number];
        let key = write_key(entity, None, &parts)?;
        let is_member =
            entity.memberships.iter().flat_map(|membership| &membership.when).all(|when| {
                match (&when.is, parts.get(when.field as u16)) {
                    (WhenIs::OneOf(words), Some(Part::Word(word))) => words.iter().any(|w| w == word),
                    _ => false,
                }
            });
        let index = if is_member { write_key(entity, Some(0), &parts) } else { None };
        let identity = identity(entity, &parts);
        Some(Self { entity: number, parts, key, index, identity })
    }

    pub(crate) fn key_in(&self, index: Option<usize>) -> Option<&ExampleKey> {
        if index.is_some() { self.index.as_ref() } else { Some(&self.key) }
    }
}

/// The primary fields as their templates write them, part by part.
fn identity(entity: &EntityPlan, parts: &Parts) -> Vec<Option<String>> {
    let both = [Some(&entity.partition), entity.sort.as_ref()];
    both.into_iter()
        .flatten()
        .flat_map(|template| segments(template, entity))
        .filter(|segment| !matches!(segment, Segment::Literal(_)))
        .map(|segment| {
            let mut text = String::new();
            Template::new(&[segment]).write(parts, &mut text).ok().map(|()| text)
        })
        .collect()
}

pub(crate) fn items(random: &mut Random, plan: &Plan) -> Vec<Item> {
    let mut all: Vec<Item> = Vec::new();
    for (number, entity) in plan.entities.iter().enumerate() {
        for _ in 0..7 {
            let mut parts = Parts::new();
            for (field, plan) in entity.fields.iter().enumerate() {
                parts.set(field as u16, value(random, &plan.kind));
            }
            all.extend(Item::new(plan, number, parts));
        }
    }
    // Items whose keys are those of others, or have their partition.
    for other in 0..all.len() {
        for (number, entity) in plan.entities.iter().enumerate() {
            if all.len() >= MOST_ITEMS || !random.chance(25) {
                continue;
            }
            for index in [None, Some(0)] {
                let Some(key) = all[other].key_in(index).cloned() else { continue };
                let Some((partition, sort)) = templates(entity, index) else { continue };
                let mut parts = Parts::new();
                if Template::new(&segments(partition, entity)).parse(&key.partition, &mut parts).is_err() {
                    continue;
                }
                let alone = parts.clone();
                if let (Some(sort), Some(text)) = (sort, &key.sort) {
                    // The whole text, or a beginning of it, or with something behind.
                    let mut text = text.clone();
                    match random.below(4) {
                        0 => text.push_str(random.literal()),
                        1 => {
                            text.pop();
                        }
                        _ => {}
                    }
                    if Template::new(&segments(sort, entity)).parse(&text, &mut parts).is_err() {
                        parts = alone;
                    }
                }
                for (field, plan) in entity.fields.iter().enumerate() {
                    if parts.get(field as u16).is_none() {
                        parts.set(field as u16, value(random, &plan.kind));
                    }
                }
                all.extend(Item::new(plan, number, parts));
            }
        }
    }
    all
}
