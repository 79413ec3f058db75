//! Keys that meet: two entities under one key, and queries that read a neighbour.

use std::collections::HashMap;

use super::language::Language;
use crate::build::Planned;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Keys, Model, Segment, Template};
use crate::plan::{QueryPlan, Verb};
use crate::suggest;

/// Two entities whose items can have one primary key would overwrite each other.
pub(crate) fn same_key(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let keyed: Vec<_> = model
        .keyed()
        .filter_map(|(_, entity, keys)| {
            Some((entity, keys, whole(keys, &keys.partition)?, whole(keys, &keys.sort)?))
        })
        .collect();
    for (i, (entity, keys, partition, sort)) in keyed.iter().enumerate() {
        for (other, other_keys, other_partition, other_sort) in &keyed[..i] {
            let Some(sort_text) = sort.common(other_sort) else { continue };
            let Some(partition_text) = partition.common(other_partition) else { continue };
            let (name, first) = (entity.spec.name.text.as_str(), other.spec.name.text.as_str());
            if name == first {
                continue;
            }
            out.push(
                Diagnostic::new(Code::SameKey, format!("An item of `{name}` can have the key of an item of `{first}`"))
                    .at(&keys.sort.place, format!("for example {sort_text:?}"))
                    .related(&other_keys.sort.place, format!("`{first}` can have the same"))
                    .note(format!(
                        "both would be stored under {} = {partition_text:?}, {} = {sort_text:?}, and one would replace the other",
                        model.table.partition.text, model.table.sort.text
                    ))
                    .help(format!("begin the sort key with a text of its own: `sort: {}#…`", suggest::snake(name).to_uppercase()))
                    .entity(name),
            );
            // One collision is enough to correct the key.
            break;
        }
    }
}

/// Queries whose interval of keys holds items of an entity that they do not list.
pub(crate) fn leaks(model: &Model<'_>, planned: &[Planned<'_>], out: &mut Vec<Diagnostic>) {
    // Every entity's languages where it can be read, made once.
    let mut known: HashMap<(usize, Option<usize>), (Language, Option<Language>)> = HashMap::new();
    for (number, _, keys) in model.keyed() {
        let places = std::iter::once(None).chain(keys.entries.iter().map(|entry| Some(entry.index)));
        for index in places {
            if let Some((partition, sort)) = keys.templates(index)
                && let Some(language) = whole(keys, partition)
            {
                known.insert((number, index), (language, sort.and_then(|sort| whole(keys, sort))));
            }
        }
    }
    for pattern in planned {
        let Verb::Query(query) = &pattern.plan.verb else { continue };
        let Some(&first) = pattern.plan.entities.first() else { continue };
        let Some(keys) = model.entities.get(first).and_then(|entity| entity.keys.as_ref()) else { continue };
        let Some((_, Some(sort))) = keys.templates(query.index) else { continue };
        let Some((partition, _)) = known.get(&(first, query.index)) else { continue };
        let Some(covered) = covered(keys, sort, query) else { continue };
        let mut strangers = Vec::new();
        for (number, entity, other) in model.keyed() {
            if pattern.plan.entities.contains(&number) {
                continue;
            }
            let Some((other_partition, Some(other_sort))) = known.get(&(number, query.index)) else {
                continue;
            };
            let Some(text) = covered.common(other_sort) else { continue };
            if partition.common(other_partition).is_none() {
                continue;
            }
            let Some((_, Some(template))) = other.templates(query.index) else { continue };
            strangers.push((entity.spec.name.text.as_str(), template, text));
        }
        if !strangers.is_empty() {
            out.push(report(pattern, query, &strangers));
        }
    }
}

fn report(pattern: &Planned<'_>, query: &QueryPlan, strangers: &[(&str, &Template, String)]) -> Diagnostic {
    let spec = pattern.spec;
    let names = suggest::names(strangers.iter().map(|(name, _, _)| *name));
    let listed: Vec<&str> = spec.entities.iter().map(|entity| entity.text.as_str()).collect();
    let all: Vec<&str> = listed.iter().copied().chain(strangers.iter().map(|(name, _, _)| *name)).collect();
    let mut diagnostic = if let [entity] = listed.as_slice() {
        Diagnostic::new(
            Code::ListLeaks,
            format!("`{}` also reads {names}, which its query for `{entity}` covers", spec.name.text),
        )
        .entity(entity)
    } else {
        Diagnostic::new(
            Code::StrangerInCollection,
            format!(
                "`{}` also reads {names}, which lies among the keys of {}",
                spec.name.text,
                suggest::names(listed.iter().copied())
            ),
        )
        .owner(spec.owner())
    };
    diagnostic =
        diagnostic.at(&spec.verb_place, format!("it reads {}", query.condition)).pattern(&spec.name.text);
    for (name, template, text) in strangers {
        diagnostic = diagnostic.related(&template.place, format!("an item of `{name}` can have {text:?}"));
    }
    let literal = |template: &Template| match template.segments.first() {
        Some(Segment::Literal { text, .. }) => text.clone(),
        _ => String::new(),
    };
    if let Some((name, template, _)) = strangers.first() {
        diagnostic = diagnostic.help(format!(
            "move the keys of `{name}` apart: begin them with another text than {:?}",
            literal(template)
        ));
    }
    diagnostic = diagnostic.help(format!("or read them together, on purpose: `query: [{}]`", all.join(", ")));
    if listed.len() > 1 {
        diagnostic = diagnostic.help("or get each by its full key");
    }
    diagnostic
}

fn whole(keys: &Keys<'_>, template: &Template) -> Option<Language> {
    Language::of(keys, &template.segments, template.segments.len(), "", false)
}

/// The sort keys that a query reads.
fn covered(keys: &Keys<'_>, sort: &Template, query: &QueryPlan) -> Option<Language> {
    let all = query.bound == sort.segments.len() && query.prefix.is_empty();
    Language::of(keys, &sort.segments, query.bound, &query.prefix, !all)
}
