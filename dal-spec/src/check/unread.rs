//! What nobody reads: entities, indexes, entries and attributes.

use std::collections::HashSet;

use super::Warning;
use crate::build::Planned;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Model;
use crate::plan::{ProjectionPlan, Verb};
use crate::spec::ConditionSpec;

fn reads(pattern: &Planned<'_>) -> Option<usize> {
    match &pattern.plan.verb {
        Verb::Query(query) => query.index,
        Verb::Get { .. } => None,
    }
}

pub(crate) fn entities<'s>(model: &Model<'s>, planned: &[Planned<'s>], out: &mut Vec<Warning<'s>>) {
    for (number, entity) in model.entities.iter().enumerate() {
        if planned.iter().any(|pattern| pattern.plan.entities.contains(&number)) {
            continue;
        }
        let name = entity.spec.name.text.as_str();
        let diagnostic = Diagnostic::new(Code::UnreadEntity, format!("No pattern reads `{name}`"))
            .at(&entity.spec.name.place, "written, never read")
            .help(format!("add a pattern (`get: {name}`), or say why: `allow: {{ unread-entity: why }}`"))
            .entity(name);
        out.push(Warning { diagnostic, allow: entity.spec.allow.iter().collect() });
    }
}

pub(crate) fn indexes<'s>(model: &Model<'s>, planned: &[Planned<'s>], out: &mut Vec<Warning<'s>>) {
    for (number, index) in model.table.indexes.iter().enumerate() {
        let name = index.name.text.as_str();
        if !planned.iter().any(|pattern| reads(pattern) == Some(number)) {
            let diagnostic = Diagnostic::new(
                Code::UnreadIndex,
                format!("No pattern reads the index `{name}`"),
            )
            .at(&index.name.place, "paid for, never read")
            .note("every write of an item in an index writes the index too, and its storage is paid twice")
            .help(
                "add a pattern with `index:`, remove the index, or say why: `allow: { unread-index: why }`",
            );
            out.push(Warning { diagnostic, allow: index.allow.iter().chain(&model.table.allow).collect() });
            continue;
        }
        // What is in it without a choice cannot be taken out of it.
        if model.table.holds_all(index) {
            continue;
        }
        for (e, entity, keys) in model.keyed() {
            let Some(entry) = keys.entries.iter().find(|entry| entry.index == number) else { continue };
            let read = planned.iter().any(|p| reads(p) == Some(number) && p.plan.entities.contains(&e));
            if read {
                continue;
            }
            let who = entity.spec.name.text.as_str();
            let diagnostic = Diagnostic::new(
                Code::UnreadEntry,
                format!("`{who}` is written to `{name}`, and no pattern reads it there"),
            )
            .at(&entry.spec.index.place, "paid for, never read")
            .note("every write of the item also writes the index")
            .help(format!("add a pattern (`query: {who}, index: {name}`), or remove the entry"))
            .entity(who);
            out.push(Warning {
                diagnostic,
                allow: entry.spec.allow.iter().chain(&entity.spec.allow).collect(),
            });
        }
    }
}

pub(crate) fn attributes<'s>(
    model: &Model<'s>,
    planned: &[Planned<'s>],
    projections: &[ProjectionPlan],
    out: &mut Vec<Warning<'s>>,
) {
    for (number, index) in model.table.indexes.iter().enumerate() {
        let Some(crate::spec::ProjectSpec::List(written)) = &index.project else { continue };
        let Some(ProjectionPlan::Include(list)) = projections.get(number) else { continue };
        let selected: HashSet<&str> = planned
            .iter()
            .filter(|pattern| reads(pattern) == Some(number))
            .flat_map(|pattern| {
                let tests = pattern.spec.filter.iter().flat_map(ConditionSpec::tests).map(|test| &test.field);
                pattern.spec.select.iter().chain(tests)
            })
            .map(|field| field.text.as_str())
            .collect();
        // A selected field that the list does not hold by name may be stored under another name: only the struct knows.
        let renamed = selected.iter().any(|&field| {
            !list.iter().any(|attribute| attribute == field)
                && !model.keyed().any(|(_, _, keys)| {
                    keys.entry(number)
                        .zip(keys.number(field))
                        .is_some_and(|(entry, n)| crate::build::readable(keys, entry, n))
                })
        });
        if selected.is_empty() || renamed {
            continue;
        }
        let own = [&model.table.ttl, &model.table.type_attribute];
        for attribute in written {
            let is_own = own.iter().any(|o| o.as_ref().is_some_and(|o| o.text == attribute.text));
            // That a key needs no place in the list is said of itself.
            let is_key = model.table.is_key(&attribute.text)
                || index.attributes().any(|key| key.text == attribute.text);
            if selected.contains(attribute.text.as_str()) || is_own || is_key {
                continue;
            }
            let diagnostic = Diagnostic::new(
                Code::UnreadAttribute,
                format!("`{}` stores `{}`, which no pattern selects", index.name.text, attribute.text),
            )
            .at(&attribute.place, "paid for, never read")
            .note("a change of this attribute writes the index too")
            .help("name it in a `select:`, leave it out, or say why: `allow: { unread-attribute: why }`");
            out.push(Warning { diagnostic, allow: index.allow.iter().collect() });
        }
    }
}

/// Fields of the table's `key_only:` that no entity has in a key.
pub(crate) fn key_only<'s>(model: &Model<'s>, out: &mut Vec<Warning<'s>>) {
    for field in &model.table.key_only {
        let all: Vec<&str> =
            model.keyed().flat_map(|(_, _, keys)| &keys.fields).map(|own| own.name.as_str()).collect();
        let used = model.keyed().any(|(_, entity, keys)| {
            let of_table = entity.spec.key_only.is_none();
            keys.number(&field.text).is_some_and(|number| of_table && keys.key_only.contains(&number))
        });
        if used {
            continue;
        }
        let label = if all.contains(&field.text.as_str()) {
            "no key gives it back".to_owned()
        } else {
            crate::suggest::did_you_mean(&field.text, all)
        };
        let diagnostic = Diagnostic::new(
            Code::UnusedKeyOnly,
            format!("`{}` is to live in keys only, and no entity has it so", field.text),
        )
        .at(&field.place, label)
        .note("`key_only:` of the table is for the fields of that name whose values a key gives back")
        .help("remove it, or correct its name");
        out.push(Warning { diagnostic, allow: model.table.allow.iter().collect() });
    }
}

pub(crate) fn types<'s>(model: &Model<'s>, out: &mut Vec<Warning<'s>>) {
    let mut uses: HashSet<(&str, &str)> = model.tenant_fields.iter().map(|f| ("", f.name.as_str())).collect();
    for (_, entity, keys) in model.keyed() {
        uses.extend(keys.fields.iter().map(|field| (entity.spec.name.text.as_str(), field.name.as_str())));
    }
    for pattern in &model.spec.patterns {
        let tests = || pattern.filter.iter().flat_map(ConditionSpec::tests);
        uses.extend(
            pattern
                .entities
                .iter()
                .flat_map(|entity| tests().map(|test| (entity.text.as_str(), test.field.text.as_str()))),
        );
    }
    for declared in model.kinds.unused(&uses) {
        let fields: Vec<&str> = uses.iter().map(|(_, field)| *field).collect();
        let mut sorted = fields;
        sorted.sort_unstable();
        let mut diagnostic = Diagnostic::new(
            Code::UnusedType,
            format!("`{}` has a kind, and no key uses it", crate::model::full_name(declared)),
        )
        .at(&declared.place, crate::suggest::did_you_mean(&declared.field, sorted))
        .note("`types:` is about the fields of keys, of `when:` and of filters; other fields need no kind")
        .help("remove it, or correct its name");
        diagnostic.entity.clone_from(&declared.entity);
        out.push(Warning { diagnostic, allow: model.table.allow.iter().collect() });
    }
}
