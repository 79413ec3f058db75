//! Words for messages.

use std::fmt::Write as _;

use dal_key::{Format, Kind, Part, Parts, Segment, SortCondition, Template};

use super::finding::{ExampleItem, ExampleKey, ExampleRead, ExampleValue};
use crate::plan::{EntityPlan, Guards, Plan, SEPARATOR, SegmentPlan, TemplatePlan};
use crate::suggest;

/// Why a finding stands that has no example.
pub(super) const UNDECIDED: &str = "the texts that these keys can have meet, and no values were found that do: as nothing \
                                    proves that none do, it is refused";

/// How many entities are named before the others are only counted.
const NAMED: usize = 4;

/// "`User`, `Order` and `Item`", or "`User`, …, `Item` and 5 more".
pub(super) fn names(plan: &Plan, entities: &[usize]) -> String {
    let mut all: Vec<String> = entities.iter().take(NAMED).map(|&entity| name(plan, entity)).collect();
    if entities.len() > NAMED + 1 {
        all.push(format!("{} more", entities.len() - NAMED));
    } else {
        all.extend(entities.get(NAMED).map(|&entity| name(plan, entity)));
    }
    match all.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// "`User`", or "the guards of `User.email`".
pub(super) fn name(plan: &Plan, entity: usize) -> String {
    let Some(entity) = plan.entities.get(entity) else { return "`?`".to_owned() };
    let guards = if entity.guards.is_some() { "the guards of " } else { "" };
    format!("{guards}`{}`", entity.name)
}

/// Whether it is a stand-in for guards.
pub(super) fn is_guards(plan: &Plan, entity: usize) -> bool {
    plan.entities.get(entity).is_some_and(|entity| entity.guards.is_some())
}

/// "User { tenant_id: 1, user_id: a }".
fn item(plan: &Plan, item: &ExampleItem) -> String {
    let name = plan.entities.get(item.entity).map_or("?", |entity| &entity.name);
    if item.fields.is_empty() { name.to_owned() } else { format!("{name} {{ {} }}", values(&item.fields)) }
}

/// A sentence about items that have one key, and each of them, and the key: a line each.
pub(super) fn one_key(plan: &Plan, about: &str, items: &[ExampleItem], index: Option<usize>) -> String {
    let mut lines = format!("{about}:");
    for one in items {
        let _ = write!(lines, "\nitem {}", item(plan, one));
    }
    if let Some(first) = items.first() {
        let _ = write!(lines, "\nkey  {}", key(plan, index, first.key_in(index)));
    }
    lines
}

/// A sentence about a query, the query, and each item that it returns with its key: a line each.
pub(super) fn returned(
    plan: &Plan,
    about: &str,
    query: Option<&ExampleRead>,
    items: &[ExampleItem],
    index: Option<usize>,
) -> String {
    let mut lines = format!("{about}:");
    if let Some(query) = query {
        let _ = write!(lines, "\nquery {}", read(plan, index, query));
    }
    for one in items {
        let _ = write!(lines, "\nitem  {}\nkey   {}", item(plan, one), key(plan, index, one.key_in(index)));
    }
    lines
}

/// "tenant_id: 1, user_id: a".
pub(super) fn values(values: &[ExampleValue]) -> String {
    let all: Vec<String> = values.iter().map(|value| format!("{}: {}", value.field, value.text)).collect();
    all.join(", ")
}

/// "PK = \"TENANT#1\", SK = \"USER#a\"", with the names of the table or of the index.
fn key(plan: &Plan, index: Option<usize>, key: &ExampleKey) -> String {
    let (partition, sort) = names_of(plan, index);
    let mut all = equal(&partition, &key.partition);
    all.extend(key.sort.iter().flat_map(|value| equal(&sort, value)));
    all.join(", ")
}

/// Each attribute with its value.
fn equal(names: &[&str], value: &str) -> Vec<String> {
    names.iter().zip(value.split(SEPARATOR)).map(|(name, value)| format!("{name} = {value:?}")).collect()
}

/// "PK = \"TENANT#1\" AND begins_with(SK, \"USER#\")", with the index if it is not the table.
fn read(plan: &Plan, index: Option<usize>, read: &ExampleRead) -> String {
    let (partition, sort) = names_of(plan, index);
    let mut all = equal(&partition, &read.partition);
    match &read.sort {
        Some(SortCondition::Equal(value)) => all.extend(equal(&sort, value)),
        Some(SortCondition::BeginsWith(value)) => {
            let mut values: Vec<&str> = value.split(SEPARATOR).collect();
            let beginning = values.pop().unwrap_or_default();
            all.extend(sort.iter().zip(&values).map(|(name, value)| format!("{name} = {value:?}")));
            let next = sort.get(values.len()).filter(|_| !beginning.is_empty());
            all.extend(next.map(|name| format!("begins_with({name}, {beginning:?})")));
        }
        Some(SortCondition::From(value)) => {
            all.extend(sort.first().map(|name| format!("{name} >= {value:?}")));
        }
        Some(SortCondition::UpTo(value)) => {
            // What fills it up says only that it is the last of its beginning.
            let beginning = value.trim_end_matches(['\u{7f}', '\u{7ff}', '\u{ffff}', char::MAX]);
            all.extend(sort.first().map(|name| format!("{name} <= \"{beginning}…\"")));
        }
        _ => {}
    }
    let mut text = all.join(" AND ");
    if let Some(index) = index.and_then(|index| plan.table.indexes.get(index)) {
        let _ = write!(text, " in {}", index.name);
    }
    text
}

/// The attributes of the table's key, or of an index's.
fn names_of(plan: &Plan, index: Option<usize>) -> (Vec<&str>, Vec<&str>) {
    match index.and_then(|index| plan.table.indexes.get(index)) {
        Some(index) => (
            index.partition.iter().map(String::as_str).collect(),
            index.sort.iter().map(String::as_str).collect(),
        ),
        None => (vec![&plan.table.partition], plan.table.sort.iter().map(String::as_str).collect()),
    }
}

/// The key attributes of the table or of an index, for people.
pub(super) fn attributes(plan: &Plan, index: Option<usize>) -> (String, String) {
    let (partition, sort) = names_of(plan, index);
    let shown =
        |names: Vec<&str>, none: &str| if names.is_empty() { none.to_owned() } else { names.join(", ") };
    (shown(partition, "partition"), shown(sort, "sort"))
}

/// A value as people write it.
pub(super) fn value(kind: Kind<'_>, part: &Part<'static>) -> String {
    match part {
        Part::Text(text) | Part::Word(text) => {
            let plain = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.@".contains(c));
            if plain { text.clone().into_owned() } else { format!("{text:?}") }
        }
        Part::Int(value) => value.to_string(),
        Part::F64(value) => value.to_string(),
        Part::Bool(value) => value.to_string(),
        Part::Decimal { .. } => {
            written(kind, Format { style: dal_key::Style::Plain, ..Format::default() }, part)
        }
        _ => written(kind, Format::default(), part),
    }
}

fn written(kind: Kind<'_>, format: Format, part: &Part<'static>) -> String {
    let segments = [Segment::Part { number: 0, kind, format }];
    let mut parts = Parts::new();
    parts.set(0, part.clone());
    let mut text = String::new();
    match Template::new(&segments).write_floored(&parts, &mut text) {
        Ok(()) => text,
        Err(_) => format!("{part:?}"),
    }
}

/// `USER#` for `User`, `ON_CALL#` for `OnCall`: a beginning that only this entity's keys have.
pub(super) fn own_literal(plan: &Plan, entity: usize) -> String {
    let name = match plan.entities.get(entity) {
        Some(EntityPlan { guards: Some(Guards { entity, unique }), .. }) => {
            format!("{}_{unique}", suggest::snake(entity))
        }
        Some(entity) => suggest::snake(&entity.name),
        None => String::new(),
    };
    format!("{}#", name.to_uppercase())
}

/// The literal text that a template begins with.
pub(super) fn beginning(template: Option<&TemplatePlan>) -> &str {
    match template.and_then(|template| template.segments.first()) {
        Some(SegmentPlan::Literal(text)) => text,
        _ => "",
    }
}
