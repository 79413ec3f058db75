//! Collections: whether one query reads all of their members.

use dal_key::{Parts, Segment};

use super::catch::Read;
use super::example::readings;
use super::finding::{CounterExample, ExampleItem, Finding, Law};
use super::keys::Texts;
use super::loose::is_alike;
use super::product::{Effort, Outside};
use super::space::Slot;
use super::{Proof, words};

pub(super) fn check(proof: &mut Proof<'_>, reads: &[Read<'_>], findings: &mut Vec<Finding>) {
    for read in reads.iter().filter(|read| read.pattern.entities.len() > 1) {
        // Constants leave members out on purpose: what all queries of the pattern read is without them.
        let asked = {
            let Proof { spaces, symbols, .. } = &mut *proof;
            let Some(first) = spaces.get(read.space).and_then(|space| space.slot(read.first)) else {
                continue;
            };
            let query = read.query;
            let sort = &first.keys.sort;
            let partition = &first.keys.partition;
            (
                partition.read(partition.segments().len(), ("", false), Vec::new(), symbols),
                sort.as_ref().map(|sort| {
                    sort.read(
                        query.bound,
                        (&query.prefix, read.pattern.reads_beginning()),
                        Vec::new(),
                        symbols,
                    )
                }),
            )
        };
        let Some(space) = read.space(proof) else { continue };
        for &entity in &read.pattern.entities {
            let Some(slot) = space.slot(entity) else {
                findings.push(finding(proof, read, entity, Missed::NotThere));
                continue;
            };
            let sort = slot.keys.sort.as_ref().zip(asked.1.as_ref()).map(|(own, asked)| (own, asked, "sort"));
            let pairs = std::iter::once((&slot.keys.partition, &asked.0, "partition")).chain(sort);
            for (own, asked, which) in pairs {
                let missed = match decide(own, asked) {
                    Outside::Nothing => continue,
                    Outside::TooMuch => Missed::Unknown,
                    Outside::Word(text) => match item(proof, slot, own, asked, &text) {
                        Some(item) => Missed::Item(Box::new(item), which),
                        None => Missed::Unknown,
                    },
                };
                findings.push(finding(proof, read, entity, missed));
                break;
            }
        }
    }
}

enum Missed {
    /// The member is not in the index.
    NotThere,
    /// This item is not read, because of this attribute.
    Item(Box<ExampleItem>, &'static str),
    Unknown,
}

/// A text of the member that the query does not read.
fn decide(own: &Texts<'_>, asked: &Texts<'_>) -> Outside {
    let bound = asked.taken().len();
    if is_alike(own, asked, bound) {
        let rest = own.taken().get(bound..).unwrap_or_default();
        let goes_on = match rest.first() {
            _ if asked.following().is_empty() => true,
            Some(Segment::Literal(text)) => text.starts_with(asked.following()),
            _ => false,
        };
        if if asked.is_open() { goes_on } else { rest.is_empty() } {
            return Outside::Nothing;
        }
    }
    own.outside(asked)
}

/// An item with that text, or another that is not read.
fn item(
    proof: &Proof<'_>,
    slot: &Slot<'_>,
    own: &Texts<'_>,
    asked: &Texts<'_>,
    text: &str,
) -> Option<ExampleItem> {
    let mut values = Parts::new();
    let item = own.template().parse(text, &mut values).ok().and_then(|()| proof.item(slot, &values));
    if item.is_some() {
        return item;
    }
    let mut others = Effort::MORE.into_iter().flat_map(|effort| readings(own, &Parts::new(), effort));
    others.find_map(|values| {
        let mut text = String::new();
        own.template().write_floored(&values, &mut text).ok()?;
        if asked.has(&text)? { None } else { proof.item(slot, &values) }
    })
}

fn finding(proof: &Proof<'_>, read: &Read<'_>, entity: usize, missed: Missed) -> Finding {
    let plan = proof.plan;
    let (pattern, index) = (read.pattern, read.query.index);
    let name = words::name(plan, entity);
    let mut notes = Vec::new();
    let mut help = vec![
        "let the keys of all members begin alike, up to where they are read together".to_owned(),
        "or make it several patterns".to_owned(),
    ];
    let mut certain = true;
    let mut counter_example = None;
    let message = match missed {
        Missed::NotThere => {
            help.insert(0, format!("give {name} keys in the index"));
            format!("`{}` cannot read {name}, which is not in the index", pattern.name)
        }
        Missed::Unknown => {
            certain = false;
            format!("It could not be decided whether `{}` reads all items of {name}", pattern.name)
        }
        Missed::Item(item, which) => {
            let key = item.index.as_ref().map_or(&item.key, |(_, key)| key);
            notes.push(format!(
                "no query of {} returns {}, which has {}: its {which} key lies elsewhere",
                words::names(plan, &pattern.entities),
                words::item(plan, &item),
                words::key(plan, index, key),
            ));
            counter_example = Some(CounterExample { items: vec![*item], read: None });
            format!("`{}` does not read all items of {name}", pattern.name)
        }
    };
    Finding {
        law: Law::Apart,
        entities: vec![entity],
        pattern: Some(read.number),
        index,
        place: pattern.place.clone(),
        counter_example,
        certain,
        message,
        notes,
        help,
    }
}
