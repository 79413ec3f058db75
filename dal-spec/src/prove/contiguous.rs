//! Collections: whether one query reads all of their members.

use dal_key::{Format, Part, Parts, Segment};

use super::catch::Read;
use super::example::readings;
use super::finding::{CounterExample, ExampleItem, Finding, Law};
use super::keys::Texts;
use super::loose::is_alike;
use super::product::{Effort, Outside};
use super::space::Slot;
use super::{Proof, words};

pub(super) fn check(proof: &mut Proof<'_>, reads: &[Read<'_>], findings: &mut Vec<Finding>) {
    let whole = |read: &&Read<'_>| read.pattern.entities.len() > 1 && read.query.runs_on.is_none();
    for read in reads.iter().filter(whole) {
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
            if let Some(missed) = one_value(proof, slot, &asked.0, asked.1.as_ref()) {
                findings.push(finding(proof, read, entity, missed));
                continue;
            }
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
    /// This item is not read, because these fields have two values, and every query binds one for both.
    TwoValues(Option<Box<ExampleItem>>, String, String),
    Unknown,
}

/// A part of the member's keys, where the query binds a value.
#[derive(Clone, Copy)]
struct Position<'a, 'p> {
    texts: &'a Texts<'p>,
    segment: usize,
    format: Format,
    /// The field that the query binds.
    asked: u16,
    /// The field of the member.
    own: u16,
}

impl Position<'_, '_> {
    fn tells_apart(&self, one: &Part<'static>, other: &Part<'static>) -> bool {
        self.texts.written(self.segment, one) != self.texts.written(self.segment, other)
    }
}

/// Two fields of the member that stand where the query binds one value twice.
fn one_value(
    proof: &Proof<'_>,
    slot: &Slot<'_>,
    partition: &Texts<'_>,
    sort: Option<&Texts<'_>>,
) -> Option<Missed> {
    let mut all: Vec<Position<'_, '_>> = Vec::new();
    let mut closed = true;
    for (asked, texts) in std::iter::once(partition).chain(sort).zip(slot.keys.attributes()) {
        let bound = asked.taken().len();
        if !is_alike(texts, asked, bound) {
            return None;
        }
        closed &= texts.signature().closed;
        all.extend((0..bound).filter_map(|segment| {
            let ((asked, ..), (own, _, format)) = (asked.part(segment)?, texts.part(segment)?);
            Some(Position { texts, segment, format, asked, own })
        }));
    }
    let (first, second) = all.iter().enumerate().find_map(|(number, second)| {
        let mut before = all.iter().take(number);
        let first = before.find(|first| first.asked == second.asked && first.own != second.own)?;
        Some((first, second))
    })?;
    let fields = &proof.plan.entities.get(slot.entity)?.fields;
    let name = |number: u16| fields.get(usize::from(number)).map(|field| field.name.clone());
    // Where a key can be read in several ways, another value may give the same text.
    let item = if closed { item_with(proof, slot, first, second) } else { None };
    Some(Missed::TwoValues(item.map(Box::new), name(first.own)?, name(second.own)?))
}

/// An item whose fields differ so that no value can stand in both places.
fn item_with(
    proof: &Proof<'_>,
    slot: &Slot<'_>,
    first: &Position<'_, '_>,
    second: &Position<'_, '_>,
) -> Option<ExampleItem> {
    let fields = &proof.plan.entities.get(slot.entity)?.fields;
    let differ = |item: &ExampleItem| {
        let value = |number: u16| {
            let field = fields.get(usize::from(number))?;
            item.fields.iter().find(|value| value.field == field.name)
        };
        let (Some(one), Some(other)) = (value(first.own), value(second.own)) else { return false };
        // What stands in one place must be the value itself, to say what would stand in the other.
        let same = first.format == second.format;
        (same || !first.format.is_lossy()) && second.tells_apart(&one.part, &other.part)
            || !second.format.is_lossy() && first.tells_apart(&one.part, &other.part)
    };
    let alike = proof.item(slot, &Parts::new())?;
    if differ(&alike) {
        return Some(alike);
    }
    let field = fields.get(usize::from(first.own))?;
    let mut known = Parts::new();
    known.set(first.own, alike.fields.iter().find(|value| value.field == field.name)?.part.clone());
    Effort::MORE.into_iter().flat_map(|effort| readings(second.texts, &known, effort)).find_map(|found| {
        let mut values = known.clone();
        values.set(second.own, found.get(second.own)?.clone());
        proof.item(slot, &values).filter(differ)
    })
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
            notes.push(words::UNDECIDED.to_owned());
            format!("It could not be decided whether `{}` reads all items of {name}", pattern.name)
        }
        Missed::Item(item, which) => {
            let about = format!("no query of it returns this item, whose {which} key lies elsewhere");
            notes.push(words::returned(plan, &about, None, std::slice::from_ref(&item), index));
            counter_example = Some(CounterExample { items: vec![*item], read: None });
            format!("`{}` does not read all items of {name}", pattern.name)
        }
        Missed::TwoValues(item, first, second) => {
            certain = item.is_some();
            let about = format!(
                "every query binds one value for `{first}` and `{second}`, so that none returns this item"
            );
            if let Some(item) = item {
                notes.push(words::returned(plan, &about, None, std::slice::from_ref(&item), index));
                counter_example = Some(CounterExample { items: vec![*item], read: None });
            }
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
