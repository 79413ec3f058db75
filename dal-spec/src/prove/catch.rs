//! Queries that read items of other entities.

use super::finding::{CounterExample, Finding, Law, MOST};
use super::keys::Texts;
use super::meet::{Meet, Meeting, meet};
use super::space::{Keys, Slot, Space};
use super::{Proof, words};
use crate::plan::{PatternPlan, ProjectionPlan, QueryPlan, Verb};

/// Items of so many entities are shown.
const SHOWN: usize = 3;

/// What the query of a pattern reads.
pub(super) struct Read<'p> {
    /// The number of the pattern.
    pub(super) number: usize,
    pub(super) pattern: &'p PatternPlan,
    pub(super) query: &'p QueryPlan,
    /// The number of the space.
    pub(super) space: usize,
    /// The number of its first entity, which is there.
    pub(super) first: usize,
    /// The keys that it reads.
    pub(super) keys: Keys<'p>,
}

/// What the queries of all patterns read.
pub(super) fn reads<'p>(proof: &mut Proof<'p>) -> Vec<Read<'p>> {
    let mut reads = Vec::new();
    for (number, pattern) in proof.plan.patterns.iter().enumerate() {
        let Verb::Query(query) = &pattern.verb else { continue };
        // A scan reads whatever is there, and says so.
        if query.scan.is_some() {
            continue;
        }
        let number_of_space = query.index.map_or(0, |index| index + 1);
        let Some((first, space)) = pattern.entities.first().zip(proof.spaces.get(number_of_space)) else {
            continue;
        };
        let Some(slot) = space.slot(*first) else { continue };
        let fields = proof.plan.entities.get(*first).map_or(&[][..], |entity| &entity.fields);
        let mut fixed = Vec::new();
        for (field, text) in &query.fixed {
            let value = fields.get(*field).and_then(|plan| plan.kind.constant(text));
            if let (Some(value), Ok(number)) = (value, u16::try_from(*field)) {
                fixed.push((number, vec![value]));
            }
        }
        for (field, texts) in &query.lists {
            let constant = |text: &String| fields.get(*field)?.kind.constant(text);
            if let Ok(number) = u16::try_from(*field) {
                fixed.push((number, texts.iter().filter_map(constant).collect()));
            }
        }
        let Keys { partition, sort } = &slot.keys;
        let keys = Keys {
            partition: partition.read(
                partition.segments().len(),
                ("", false),
                fixed.clone(),
                &mut proof.symbols,
            ),
            sort: sort.as_ref().map(|sort| {
                if query.runs_on.is_some() {
                    return sort.beyond(query.bound, !query.descending, fixed);
                }
                sort.read(query.bound, (&query.prefix, pattern.reads_beginning()), fixed, &mut proof.symbols)
            }),
        };
        reads.push(Read { number, pattern, query, space: number_of_space, first: *first, keys });
    }
    reads
}

impl<'p> Read<'p> {
    /// Whether the pattern says that it reads items of the entity, or leaves them out.
    fn names(&self, entity: usize) -> bool {
        self.pattern.entities.contains(&entity)
            || self.query.skip.iter().any(|(skipped, _)| *skipped == entity)
    }

    pub(super) fn space<'a>(&self, proof: &'a Proof<'p>) -> Option<&'a Space<'p>> {
        proof.spaces.get(self.space)
    }
}

pub(super) fn check(proof: &Proof<'_>, reads: &[Read<'_>], findings: &mut Vec<Finding>) {
    for read in reads {
        let Some(space) = read.space(proof) else { continue };
        let Some(first) = space.slot(read.first) else { continue };
        absent(proof, read, space, findings);
        let mut caught: Vec<usize> = Vec::new();
        let mut unknown = Vec::new();
        let mut example: Option<CounterExample> = None;
        for (_, other) in space.near(&read.keys) {
            if caught.len() == MOST {
                break;
            }
            if read.names(other.entity) || caught.contains(&other.entity) {
                continue;
            }
            let item =
                |meet: &Meet| Some((proof.item(other, &meet.right)?, proof.read(first, read, &meet.left)?));
            match meet(&read.keys, &other.keys, item) {
                Meeting::Apart => {}
                Meeting::Unknown => unknown.push(other.entity),
                Meeting::At((item, reading)) => {
                    caught.push(other.entity);
                    let example =
                        example.get_or_insert(CounterExample { items: Vec::new(), read: Some(reading) });
                    // One query is shown: only items that it reads.
                    if example.items.len() < SHOWN && is_read(example, &item) {
                        example.items.push(item);
                    }
                }
            }
        }
        unknown.retain(|entity| !caught.contains(entity));
        if !caught.is_empty() {
            findings.push(finding(proof, read, caught, example));
        }
        if !unknown.is_empty() {
            let names = words::names(proof.plan, &unknown);
            let mut finding = finding(proof, read, unknown, None);
            finding.certain = false;
            finding.message = format!(
                "It could not be decided whether `{}` also reads items of {names}",
                read.pattern.name
            );
            findings.push(finding);
        }
    }
}

/// Entities that the pattern names, and that its query cannot find: those that are skipped, and those behind a range that
/// runs on.
fn absent(proof: &Proof<'_>, read: &Read<'_>, space: &Space<'_>, findings: &mut Vec<Finding>) {
    let plan = proof.plan;
    let behind = read.pattern.entities.iter().filter(|entity| **entity != read.first);
    let behind = behind.filter(|_| read.query.runs_on.is_some()).map(|entity| (*entity, "runs_on"));
    let skipped = read.query.skip.iter().map(|(entity, _)| (*entity, "skip"));
    for (entity, word) in behind.chain(skipped) {
        let is_apart = |slot: &Slot<'_>| matches!(meet(&read.keys, &slot.keys, |_| Some(())), Meeting::Apart);
        if !space.slots_of(entity).all(is_apart) {
            continue;
        }
        let (name, pattern) = (words::name(plan, entity), read.pattern);
        let (message, help) = if word == "skip" {
            (
                format!("`{}` skips {name}, which does not lie among what it reads", pattern.name),
                "remove it from `skip:`",
            )
        } else {
            (
                format!("`{}` runs on, and no item of {name} lies behind", pattern.name),
                "leave it out of the list, or turn the `order:` round",
            )
        };
        findings.push(Finding {
            law: Law::NotThere,
            entities: vec![entity],
            pattern: Some(read.number),
            index: read.query.index,
            place: pattern.place.clone(),
            counter_example: None,
            certain: true,
            message,
            notes: Vec::new(),
            help: vec![help.to_owned()],
        });
    }
}

/// Whether the query of the example reads the item.
fn is_read(example: &CounterExample, item: &super::ExampleItem) -> bool {
    use dal_key::SortCondition;
    let Some(read) = &example.read else { return false };
    let key = item.key_in(item.index.as_ref().map(|(index, _)| *index));
    let sort = key.sort.as_deref().unwrap_or_default();
    key.partition == read.partition
        && match &read.sort {
            Some(SortCondition::Equal(text)) => sort == text,
            Some(SortCondition::BeginsWith(text)) => sort.starts_with(text.as_str()),
            Some(SortCondition::From(text)) => sort >= text.as_str(),
            Some(SortCondition::UpTo(text)) => sort <= text.as_str(),
            _ => true,
        }
}

fn finding(
    proof: &Proof<'_>,
    read: &Read<'_>,
    caught: Vec<usize>,
    example: Option<CounterExample>,
) -> Finding {
    let plan = proof.plan;
    let (pattern, index) = (read.pattern, read.query.index);
    let names = words::names(plan, &caught);
    let listed = words::names(plan, &pattern.entities);
    let notes = match &example {
        Some(example) => {
            let entities: Vec<usize> = example.items.iter().map(|item| item.entity).collect();
            let what = if entities.len() == 1 { "an item" } else { "items" };
            let about = format!("this query would return {what} of {}", words::names(plan, &entities));
            vec![words::returned(plan, &about, example.read.as_ref(), &example.items, index)]
        }
        None => vec![words::UNDECIDED.to_owned()],
    };
    let all: Vec<&str> = pattern
        .entities
        .iter()
        .chain(&caught)
        .filter_map(|&entity| plan.entities.get(entity).map(|entity| entity.name.as_str()))
        .collect();
    let message = if pattern.entities.len() > 1 {
        format!("`{}` also reads items of {names}, which lie among the keys of {listed}", pattern.name)
    } else {
        format!("`{}` also reads items of {names}, not only of {listed}", pattern.name)
    };
    let mut help = vec![apart(proof, read, &caught)];
    // An index with a list of attributes gives views of one entity.
    let projection = index.and_then(|index| plan.table.indexes.get(index)).map(|index| &index.projection);
    let of_entities = !caught.iter().any(|&entity| words::is_guards(plan, entity));
    if of_entities && matches!(projection, None | Some(ProjectionPlan::All)) {
        help.push(format!("or read them together, on purpose: `query: [{}]`", all.join(", ")));
    }
    if of_entities {
        let skipped = caught.first().and_then(|&entity| plan.entities.get(entity));
        let name = skipped.map_or("…", |entity| entity.name.as_str());
        help.push(format!("or pay for them and leave them out, with the reason: `skip: {{ {name}: … }}`"));
    }
    if pattern.entities.len() > 1 {
        help.push("or get each by its full key".to_owned());
    }
    Finding {
        law: Law::Catch,
        entities: caught,
        pattern: Some(read.number),
        index,
        place: pattern.place.clone(),
        counter_example: example,
        certain: true,
        message,
        notes,
        help,
    }
}

/// How to move the keys apart.
fn apart(proof: &Proof<'_>, read: &Read<'_>, caught: &[usize]) -> String {
    let plan = proof.plan;
    let (pattern, index) = (read.pattern, read.query.index);
    let (names, listed) = (words::names(plan, caught), words::names(plan, &pattern.entities));
    let (partition, sort) = words::attributes(plan, index);
    let asked = read.keys.sort.as_ref().map(Texts::beginning).unwrap_or_default();
    if asked.is_empty() {
        return match (index, pattern.entities.as_slice()) {
            (None, &[entity]) if read.keys.sort.is_some() => format!(
                "begin {sort} of {listed} with a text of its own, such as `{}…`: its query reads the whole partition",
                words::own_literal(plan, entity)
            ),
            _ => format!("give {names} another partition than {listed}: another beginning of {partition}"),
        };
    }
    match caught {
        &[entity] if !words::own_literal(plan, entity).starts_with(&asked) => format!(
            "move the keys of {names} apart: begin {sort} with a text of its own, such as `{}…`, instead of {asked:?}",
            words::own_literal(plan, entity)
        ),
        _ => format!("move the keys of {names} apart: begin {sort} with another text than {asked:?}"),
    }
}
