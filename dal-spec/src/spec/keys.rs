//! The general form of keys, `keys: { PK: …, GSI1PK: … }`, and attributes that the table and its indexes share.
//!
//! `partition:`, `sort:` and an index's entry are other words for the templates of key attributes. What an entity gives to
//! an attribute in one place holds wherever the attribute is a key, and an entity is in an index when it gives all of the
//! index's key attributes a template.

use super::{EntitySpec, EntrySpec, IndexSpec, Piece, Reader, TableSpec, TemplateSpec, template};
use crate::diagnostic::{Code, Diagnostic};
use crate::suggest;
use crate::yaml::{Node, Text};

/// One line of `keys:`.
#[derive(Debug)]
pub(crate) struct KeySpec {
    pub(crate) attribute: Text,
    pub(crate) template: TemplateSpec,
}

pub(super) fn read(reader: &mut Reader<'_>, node: &Node, table: Option<&TableSpec>) -> Vec<KeySpec> {
    let Some(map) = reader.map(node, "`keys:`", "key attributes and templates") else { return Vec::new() };
    let mut keys = Vec::new();
    for (attribute, value) in &map.entries {
        let of_index = |table: &TableSpec| {
            table.indexes.iter().flat_map(IndexSpec::attributes).any(|own| own.text == attribute.text)
        };
        // An attribute of an index that was reported is no mistake of the entity.
        let known = table.is_none_or(|table| {
            table.is_key(&attribute.text) || of_index(table) || !table.broken_indexes.is_empty()
        });
        if !known {
            unknown(reader, attribute, table);
            continue;
        }
        if let Some(template) = template::read(reader, value, &format!("`{}`", attribute.text)) {
            keys.push(KeySpec { attribute: attribute.clone(), template });
        }
    }
    keys
}

fn unknown(reader: &mut Reader<'_>, attribute: &Text, table: Option<&TableSpec>) {
    let mut all: Vec<&str> = Vec::new();
    if let Some(table) = table {
        let indexes = table.indexes.iter().flat_map(IndexSpec::attributes);
        for own in [&table.partition, &table.sort].into_iter().chain(indexes) {
            if !all.contains(&own.text.as_str()) {
                all.push(&own.text);
            }
        }
    }
    reader.report(
        Diagnostic::new(
            Code::UnknownKeyAttribute,
            format!("`{}` is a key attribute of neither the table nor an index", attribute.text),
        )
        .at(&attribute.place, suggest::did_you_mean(&attribute.text, all.iter().copied()))
        .help(format!("the key attributes are {}", suggest::names(all.iter().copied()))),
    );
}

/// Gives each attribute's template to the keys that are made of it, and adds the entries of the indexes that the entity
/// is in without a word: those whose key attributes it has.
pub(super) fn complete(entity: &mut EntitySpec, table: &TableSpec) {
    let given = |entity: &EntitySpec, attribute: &Text| -> Option<TemplateSpec> {
        let named = entity.keys.iter().find(|key| key.attribute.text == attribute.text);
        let in_entries = || {
            entity.entries.iter().find_map(|entry| {
                let index = table.indexes.iter().find(|index| index.name.text == entry.index.text)?;
                let partition = (index.partition.text == attribute.text).then_some(&entry.partition);
                let is_sort = index.sort.as_ref().is_some_and(|sort| sort.text == attribute.text);
                partition.into_iter().chain(is_sort.then_some(&entry.sort)).find_map(Option::as_ref)
            })
        };
        let of_table = if table.partition.text == attribute.text {
            &entity.partition
        } else if table.sort.text == attribute.text {
            &entity.sort
        } else {
            &None
        };
        named.map(|key| &key.template).or(of_table.as_ref()).or_else(in_entries).cloned()
    };
    entity.partition = entity.partition.take().or_else(|| given(entity, &table.partition));
    entity.sort = entity.sort.take().or_else(|| given(entity, &table.sort));
    // Without a partition of its own it has the tenant's, in indexes too.
    let tenant =
        table.tenant.as_ref().filter(|_| entity.partition.is_none() && entity.across_tenants.is_none());
    let tenant = tenant.map(|tenant| {
        let place = tenant.text.place.clone();
        TemplateSpec { text: Text::new("{tenant}", &place), pieces: vec![Piece::Tenant { place }] }
    });
    let of = |entity: &EntitySpec, attribute: &Text| {
        let is_partition = table.partition.text == attribute.text;
        given(entity, attribute).or_else(|| tenant.clone().filter(|_| is_partition))
    };
    for number in 0..entity.entries.len() {
        let name = &entity.entries[number].index.text;
        let Some(index) = table.indexes.iter().find(|index| index.name.text == *name) else { continue };
        let partition = of(entity, &index.partition);
        let sort = index.sort.as_ref().and_then(|sort| of(entity, sort));
        let entry = &mut entity.entries[number];
        entry.partition = entry.partition.take().or(partition);
        entry.sort = entry.sort.take().or(sort);
    }
    let entry = |entity: &EntitySpec, index: &IndexSpec| {
        let named = |own: &Text| entity.keys.iter().find(|key| key.attribute.text == own.text);
        let own = index.attributes().filter(|own| !table.is_key(&own.text)).find_map(named);
        EntrySpec {
            index: Text::new(&index.name.text, own.map_or(&entity.name.place, |key| &key.attribute.place)),
            partition: of(entity, &index.partition),
            sort: index.sort.as_ref().and_then(|sort| of(entity, sort)),
            when: Vec::new(),
            across_tenants: None,
            allow: Vec::new(),
        }
    };
    for index in &table.indexes {
        let is_in = entity.entries.iter().any(|entry| entry.index.text == index.name.text);
        if !is_in && index.attributes().all(|attribute| of(entity, attribute).is_some()) {
            entity.entries.push(entry(entity, index));
        }
    }
    // A template that makes no index whole is half a key: its entry says so.
    for number in 0..entity.keys.len() {
        let attribute = entity.keys[number].attribute.text.clone();
        let has = |index: &&IndexSpec| index.attributes().any(|own| own.text == attribute);
        let covered = table.is_key(&attribute)
            || table
                .indexes
                .iter()
                .filter(has)
                .any(|index| entity.entries.iter().any(|entry| entry.index.text == index.name.text));
        if let Some(index) = table.indexes.iter().find(has).filter(|_| !covered) {
            entity.entries.push(entry(entity, index));
        }
    }
}
