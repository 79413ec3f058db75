//! The general form of keys, `keys: { PK: …, GSI1PK: … }`, and attributes that the table and its indexes share.
//!
//! `partition:`, `sort:` and an index's entry are other words for the templates of key attributes. What an entity gives to
//! an attribute in one place holds wherever the attribute is a key, and an entity is in an index when it gives all of the
//! index's key attributes a template.

use super::{EntitySpec, EntrySpec, IndexSpec, Piece, Reader, TableSpec, TemplateSpec, template};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
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
        for own in table.keys().chain(indexes) {
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
    entity.partition = entity.partition.take().or_else(|| given(entity, table, &table.partition));
    if let Some(sort) = &table.sort {
        entity.sort = entity.sort.take().or_else(|| given(entity, table, sort));
    }
    let own = |entity: &EntitySpec, attribute: &Text| own_value(table, attribute, &entity.name.place);
    // Where there is a tenant, a partition key of which nothing is said is the tenant's.
    if table.tenant.is_none()
        || entity.across_tenants.is_some()
        || table.says(&table.partition.text).is_some()
    {
        entity.partition = entity.partition.take().or_else(|| own(entity, &table.partition));
    }
    if let Some(sort) = &table.sort {
        entity.sort = entity.sort.take().or_else(|| own(entity, sort));
    }
    // Without a partition of its own it has the tenant's, in indexes too.
    let tenant =
        table.tenant.as_ref().filter(|_| entity.partition.is_none() && entity.across_tenants.is_none());
    let tenant = tenant.map(|tenant| {
        let place = tenant.text.place.clone();
        TemplateSpec { text: Text::new("{tenant}", &place), pieces: vec![Piece::Tenant { place }] }
    });
    let said = |entity: &EntitySpec, attribute: &Text| {
        let is_partition = table.partition.text == attribute.text;
        given(entity, table, attribute).or_else(|| tenant.clone().filter(|_| is_partition))
    };
    let all = |entity: &EntitySpec, attributes: &[Text], place: &Place| -> Vec<TemplateSpec> {
        let of = |attribute| said(entity, attribute).or_else(|| own_value(table, attribute, place));
        attributes.iter().map(of).collect::<Option<_>>().unwrap_or_default()
    };
    for number in 0..entity.entries.len() {
        let Text { text: name, place, .. } = entity.entries[number].index.clone();
        let Some(index) = table.indexes.iter().find(|index| index.name.text == name) else { continue };
        let (partition, sort) = (all(entity, &index.partition, &place), all(entity, &index.sort, &place));
        let entry = &mut entity.entries[number];
        if entry.partition.is_empty() {
            entry.partition = partition;
        }
        if entry.sort.is_empty() {
            entry.sort = sort;
        }
    }
    let entry = |entity: &EntitySpec, index: &IndexSpec| {
        let named = |own: &Text| entity.keys.iter().find(|key| key.attribute.text == own.text);
        let own = index.attributes().filter(|own| !table.is_key(&own.text)).find_map(named);
        let place = own.map_or(&entity.name.place, |key| &key.attribute.place);
        EntrySpec {
            index: Text::new(&index.name.text, place),
            partition: all(entity, &index.partition, place),
            sort: all(entity, &index.sort, place),
            when: Vec::new(),
            across_tenants: None,
            allow: Vec::new(),
        }
    };
    for index in &table.indexes {
        let is_in = entity.entries.iter().any(|entry| entry.index.text == index.name.text);
        // Attributes that hold fields do not say that an entity is in the index: nothing tells whether it has them.
        let says_so = table.holds_all(index)
            || index.attributes().any(|own| !table.is_key(&own.text) && said(entity, own).is_some());
        let whole =
            |attribute: &Text| said(entity, attribute).is_some() || table.says(&attribute.text).is_some();
        if !is_in && says_so && index.attributes().all(whole) {
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

/// The template that an entity gives to a key attribute, in whatever words.
fn given(entity: &EntitySpec, table: &TableSpec, attribute: &Text) -> Option<TemplateSpec> {
    let named = entity.keys.iter().find(|key| key.attribute.text == attribute.text);
    let in_entries = || {
        entity.entries.iter().find_map(|entry| {
            let index = table.indexes.iter().find(|index| index.name.text == entry.index.text)?;
            let partition = index.partition.iter().zip(&entry.partition);
            let mut all = partition.chain(index.sort.iter().zip(&entry.sort));
            all.find(|(own, _)| own.text == attribute.text).map(|(_, template)| template)
        })
    };
    let of_table = if table.partition.text == attribute.text {
        &entity.partition
    } else if table.sort.as_ref().is_some_and(|sort| sort.text == attribute.text) {
        &entity.sort
    } else {
        &None
    };
    named.map(|key| &key.template).or(of_table.as_ref()).or_else(in_entries).cloned()
}

/// The field that an attribute means by its name: that of its own name, or of its name in Rust's style, `customerId` as
/// `customer_id`.
pub(crate) fn field_of(attribute: &str) -> String {
    if template::is_field(attribute) && !attribute.chars().any(|c| c.is_ascii_uppercase()) {
        attribute.to_owned()
    } else {
        suggest::snake(attribute)
    }
}

/// Whether an attribute that says no type means a field by its name: it is a name that a field can have, and says more than
/// what it is a key of, as `PK`, `sk`, `GSI1PK` and `sort_key` do not.
fn means_field(attribute: &str) -> bool {
    const ROLES: [&str; 12] =
        ["", "pk", "sk", "hk", "rk", "key", "hash", "range", "partition", "sort", "hashkey", "rangekey"];
    let letters: String =
        attribute.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
    let role = ["gsi", "lsi", "gs", "ls"].iter().find_map(|of| letters.strip_prefix(of)).unwrap_or(&letters);
    let is_role = ROLES.contains(&role) || matches!(role, "partitionkey" | "sortkey");
    template::is_field(attribute) && !is_role
}

/// What stands in an attribute about which nothing is said: the field that it means by its name.
fn own_value(table: &TableSpec, attribute: &Text, place: &Place) -> Option<TemplateSpec> {
    if table.says(&attribute.text).is_none() && !means_field(&attribute.text) {
        return None;
    }
    let name = field_of(&attribute.text);
    let text = Text::new(&format!("{{{name}}}"), place);
    let piece = Piece::Field { name, place: place.clone(), encodings: Vec::new(), whole: place.clone() };
    Some(TemplateSpec { text, pieces: vec![piece] })
}
