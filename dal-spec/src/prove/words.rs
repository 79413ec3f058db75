//! Words for messages.

use std::fmt::Write as _;

use dal_key::{Format, Kind, Part, Parts, Segment, SortCondition, Template};

use super::finding::{ExampleItem, ExampleKey, ExampleRead, ExampleValue};
use crate::plan::{Plan, SegmentPlan, TemplatePlan};
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

/// "`User`".
pub(super) fn name(plan: &Plan, entity: usize) -> String {
    format!("`{}`", plan.entities.get(entity).map_or("?", |entity| &entity.name))
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
    let (partition, sort) = attributes(plan, index);
    let mut text = format!("{partition} = {:?}", key.partition);
    if let Some(value) = &key.sort {
        let _ = write!(text, ", {sort} = {value:?}");
    }
    text
}

/// "PK = \"TENANT#1\" AND begins_with(SK, \"USER#\")", with the index if it is not the table.
fn read(plan: &Plan, index: Option<usize>, read: &ExampleRead) -> String {
    let (partition, sort) = attributes(plan, index);
    let mut text = format!("{partition} = {:?}", read.partition);
    let _ = match &read.sort {
        Some(SortCondition::Equal(value)) => write!(text, " AND {sort} = {value:?}"),
        Some(SortCondition::BeginsWith(value)) => write!(text, " AND begins_with({sort}, {value:?})"),
        _ => Ok(()),
    };
    if let Some(index) = index.and_then(|index| plan.table.indexes.get(index)) {
        let _ = write!(text, " in {}", index.name);
    }
    text
}

/// The key attributes of the table or of an index.
pub(super) fn attributes(plan: &Plan, index: Option<usize>) -> (&str, &str) {
    match index.and_then(|index| plan.table.indexes.get(index)) {
        Some(index) => (
            index.partition.first().map_or("partition", String::as_str),
            index.sort.first().map_or("sort", String::as_str),
        ),
        None => (&plan.table.partition, plan.table.sort.as_deref().unwrap_or("sort")),
    }
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
    let name = plan.entities.get(entity).map_or("", |entity| &entity.name);
    format!("{}#", suggest::snake(name).to_uppercase())
}

/// The literal text that a template begins with.
pub(super) fn beginning(template: Option<&TemplatePlan>) -> &str {
    match template.and_then(|template| template.segments.first()) {
        Some(SegmentPlan::Literal(text)) => text,
        _ => "",
    }
}
