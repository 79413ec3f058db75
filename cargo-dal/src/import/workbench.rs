//! NoSQL Workbench models: tables with indexes, facets and sample items, from which entities and templates are derived.

use std::collections::BTreeMap;

use super::design::{Attribute, Entity, Index, Of, Pattern, Projection, Table};
use super::infer::{self, Sample, Told, Values, pieces, shape, told};
use super::json::{Fault, Node, Value};
use super::kinds;
use super::names::{camel, free, plural, singular, snake};

/// Reads a model.
///
/// # Errors
///
/// When it is no model of the Workbench, or contradicts itself.
pub(super) fn read(model: &Node) -> Result<Vec<Table>, Fault> {
    model.map("a NoSQL Workbench model")?;
    if model.get("DataModel").is_none() && model.get("tables").is_some() {
        return Err(model.fault(
            "this is no NoSQL Workbench model but a schema of AWS's data-modelling server: `--from aws-mcp` reads it",
        ));
    }
    let tables = model.need("DataModel", "a NoSQL Workbench model")?.list("`DataModel`")?;
    if tables.is_empty() {
        return Err(model.fault("`DataModel` has no table"));
    }
    let mut read: Vec<Table> = Vec::new();
    for node in tables {
        let table = table(node, &read)?;
        if read.iter().any(|known| known.name == table.name) {
            return Err(node.fault(format!("the table `{}` is there twice", table.name)));
        }
        read.push(table);
    }
    Ok(read)
}

fn attribute(node: &Node, what: &str) -> Result<Attribute, Fault> {
    let name = node.need_text("AttributeName", what)?.to_owned();
    let of = node.need_text("AttributeType", what)?;
    match Of::read(of) {
        Some(of) => Ok(Attribute { name, of }),
        None => Err(node
            .need("AttributeType", what)?
            .fault(format!("`{of}` is no type of a key attribute: `{name}` must be S, N or B"))),
    }
}

/// The attributes of a key: one, or a list of several.
fn attributes(key: &Node, name: &str) -> Result<Vec<Attribute>, Fault> {
    let what = format!("`{name}`");
    match key.get(name) {
        None => Ok(Vec::new()),
        Some(node) => match &node.value {
            Value::List(list) => list.iter().map(|node| attribute(node, &what)).collect(),
            _ => Ok(vec![attribute(node, &what)?]),
        },
    }
}

fn index(node: &Node, local: bool, table: &Table) -> Result<Index, Fault> {
    let name = node.need_text("IndexName", "an index")?.to_owned();
    if table.indexes.iter().any(|known| known.name == name) {
        return Err(node.fault(format!("the index `{name}` is there twice")));
    }
    let key = node.need("KeyAttributes", "an index")?;
    let mut partition = attributes(key, "PartitionKey")?;
    let sort = attributes(key, "SortKey")?;
    if local && partition.is_empty() {
        partition = table.partition.iter().cloned().collect();
    }
    if partition.is_empty() {
        return Err(key.fault(format!("the index `{name}` has no `PartitionKey`")));
    }
    if local && partition.first() != table.partition.as_ref() {
        return Err(key.fault(format!("the local index `{name}` has another partition key than its table")));
    }
    let projection = match node.get("Projection") {
        None => Projection::All,
        Some(projection) => match projection.need_text("ProjectionType", "a projection")? {
            "ALL" => Projection::All,
            "KEYS_ONLY" => Projection::Keys,
            "INCLUDE" => {
                let names = projection.get_list("NonKeyAttributes")?;
                let names: Result<Vec<_>, _> =
                    names.iter().map(|node| node.text("an attribute").map(str::to_owned)).collect();
                Projection::Include(names?)
            }
            other => {
                return Err(projection
                    .fault(format!("`{other}` is no projection: it must be ALL, KEYS_ONLY or INCLUDE")));
            }
        },
    };
    let index = Index { name, local, partition, sort, projection };
    for attribute in index.keys() {
        let other = table.all_keys().into_iter().find(|known| known.name == attribute.name);
        if let Some(other) = other.filter(|other| other.of != attribute.of) {
            return Err(node.fault(format!(
                "`{}` is of type {} in the index `{}`, and of type {} elsewhere",
                attribute.name,
                attribute.of.as_str(),
                index.name,
                other.of.as_str()
            )));
        }
    }
    Ok(index)
}

fn table(node: &Node, before: &[Table]) -> Result<Table, Fault> {
    let name = node.need_text("TableName", "a table")?.to_owned();
    let key = node.need("KeyAttributes", "a table")?;
    let one = |name: &str| -> Result<Option<Attribute>, Fault> {
        key.get(name).map(|node| attribute(node, &format!("`{name}`"))).transpose()
    };
    let partition = one("PartitionKey")?;
    if partition.is_none() {
        return Err(key.fault(format!("the table `{name}` has no `PartitionKey`")));
    }
    let mut table = Table { name, partition, sort: one("SortKey")?, ..Table::default() };
    for (list, local) in [("GlobalSecondaryIndexes", false), ("LocalSecondaryIndexes", true)] {
        for node in node.get_list(list)? {
            let index = index(node, local, &table)?;
            table.indexes.push(index);
        }
    }
    for node in node.get_list("NonKeyAttributes")? {
        // Facets name them by text alone.
        if let Value::Map(_) = node.value {
            declared(node, &mut table)?;
        }
    }
    let values = entities(node, &mut table, before)?;
    kinds_of(&mut table, &values);
    patterns(&mut table);
    Ok(table)
}

/// A declared attribute: it agrees with the keys, and can be the TTL.
fn declared(node: &Node, table: &mut Table) -> Result<(), Fault> {
    let name = node.need_text("AttributeName", "an attribute")?;
    let of = node.need_text("AttributeType", "an attribute")?;
    if let Some(key) = table.all_keys().into_iter().find(|key| key.name == name)
        && key.of.as_str() != of
    {
        return Err(node.fault(format!(
            "`{name}` is a key attribute of type {}, and here of type {of}",
            key.of.as_str()
        )));
    }
    if of == "N" && is_ttl(name) {
        table.ttl.get_or_insert_with(|| name.to_owned());
    }
    Ok(())
}

/// Whether an attribute's name says that items expire by it.
pub(super) fn is_ttl(name: &str) -> bool {
    let letters: String =
        name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
    matches!(
        letters.as_str(),
        "ttl"
            | "timetolive"
            | "expiresat"
            | "expireat"
            | "expires"
            | "expirationtime"
            | "expirytime"
            | "expiration"
    )
}

/// Reads an item, and checks it against the keys.
fn sample(node: &Node, table: &Table) -> Result<Sample, Fault> {
    let mut sample = Sample::default();
    for (name, value) in node.map("an item")? {
        let typed = value.map(&format!("`{name}` of an item"))?;
        let [(of, content)] = typed else {
            return Err(
                value.fault(format!("`{name}` of an item must have one type, as in {{ \"S\": \"…\" }}"))
            );
        };
        let key = table.all_keys().into_iter().find(|key| key.name == *name);
        match (Of::read(of), &content.value) {
            (Some(of), Value::Text(text) | Value::Number(text)) => {
                if let Some(key) = key.filter(|key| key.of != of) {
                    return Err(value.fault(format!(
                        "`{name}` is a key attribute of type {}, and of type {} in this item",
                        key.of.as_str(),
                        of.as_str()
                    )));
                }
                if of == Of::N && text.parse::<f64>().is_err() {
                    return Err(content.fault(format!("`{text}` is no number")));
                }
                sample.scalars.push((name.clone(), of, text.clone()));
            }
            (None, _) if !["BOOL", "NULL", "M", "L", "SS", "NS", "BS"].contains(&of.as_str()) => {
                return Err(value.fault(format!("`{of}` is no type of an attribute")));
            }
            _ if key.is_some() => {
                return Err(
                    value.fault(format!("`{name}` is a key attribute, and of type {of} in this item"))
                );
            }
            _ => sample.others.push(name.clone()),
        }
    }
    for key in table.keys() {
        if sample.text(&key.name).is_none_or(str::is_empty) {
            return Err(node
                .fault(format!("this item has no `{}`, which is in the key of `{}`", key.name, table.name)));
        }
    }
    Ok(sample)
}

/// Sample items that are told to be of one entity.
struct Group {
    name: String,
    about: Option<String>,
    type_value: Option<String>,
    items: Vec<Sample>,
    /// What a facet calls the parts of the table's key attributes.
    aliases: Vec<(String, Vec<String>)>,
    /// Why it is one, where that is a guess.
    decide: Option<String>,
}

fn entities(node: &Node, table: &mut Table, before: &[Table]) -> Result<Values, Fault> {
    let mut keys: BTreeMap<Vec<String>, ()> = BTreeMap::new();
    let mut items = Vec::new();
    for node in node.get_list("TableData")? {
        let sample = sample(node, table)?;
        let key = table.keys().filter_map(|key| sample.text(&key.name)).map(str::to_owned).collect();
        if keys.insert(key, ()).is_some() {
            return Err(node.fault("another item has the same key"));
        }
        items.push(sample);
    }
    let mut groups: Vec<Group> = Vec::new();
    for facet in node.get_list("TableFacets")? {
        groups.extend(self::facet(facet, table)?);
    }
    if groups.is_empty() {
        groups = by_type(table, &mut items);
        groups.extend(by_shape(table, items));
    } else if !items.is_empty() {
        table.decide.push(format!("{} items are in no facet: they were left out", items.len()));
    }
    if groups.is_empty() {
        table.decide.push("the model has no sample items: nothing tells what the keys hold".to_owned());
    }
    let labels = labels(table, &groups);
    let mut values = Values::new();
    for group in groups {
        let name = free(&group.name, |name| {
            before.iter().chain([&*table]).flat_map(|table| &table.entities).any(|known| known.name == name)
        });
        let mut entity =
            Entity { name, about: group.about, type_value: group.type_value, ..Entity::default() };
        entity.decide.extend(group.decide);
        let items: Vec<&Sample> = group.items.iter().collect();
        infer::keys(table, &mut entity, &items, &group.aliases, &labels, &mut values);
        table.entities.push(entity);
    }
    Ok(values)
}

/// What labels mean: `c` is a customer where an item's whole key is `c#…` twice, or where a customer is what begins with it.
fn labels(table: &Table, groups: &[Group]) -> Vec<(String, String)> {
    let label = |text: &str| {
        let pieces = pieces(text, Told::Role);
        (pieces.len() > 2).then(|| pieces[0].to_owned()).filter(|first| !first.is_empty())
    };
    let keys: Vec<&Attribute> =
        table.all_keys().into_iter().filter(|key| key.of == Of::S && told(&key.name) == Told::Role).collect();
    let mut labels: Vec<(String, String)> = Vec::new();
    for group in groups {
        let item = group.items.first();
        let mut own = table.keys().filter_map(|key| item?.text(&key.name));
        let Some(first) = own.next() else { continue };
        if let Some(label) = label(first).filter(|_| own.all(|other| other == first)) {
            labels.push((label, group.name.clone()));
        }
    }
    // Names that were told by the model, and not made of the labels themselves.
    let told: Vec<&str> =
        groups.iter().filter(|group| group.decide.is_none()).map(|group| group.name.as_str()).collect();
    for item in groups.iter().flat_map(|group| &group.items) {
        for label in keys.iter().filter_map(|key| item.text(&key.name)).filter_map(label) {
            let begins = |name: &&&str| name.to_ascii_lowercase().starts_with(&label.to_ascii_lowercase());
            let name = told.iter().filter(begins).min_by_key(|name| name.len());
            if let Some(name) =
                name.filter(|_| label.len() <= 3 && !labels.iter().any(|(known, _)| *known == label))
            {
                labels.push((label, (*name).to_owned()));
            }
        }
    }
    labels
}

fn facet(node: &Node, table: &Table) -> Result<Option<Group>, Fault> {
    let name = node.need_text("FacetName", "a facet")?;
    let items: Result<Vec<Sample>, Fault> =
        node.get_list("TableData")?.iter().map(|node| sample(node, table)).collect();
    let items = items?;
    if items.is_empty() {
        return Ok(None);
    }
    let mut aliases = Vec::new();
    if let Some(alias) = node.get("KeyAttributeAlias") {
        for (key, word) in table.keys().zip(["PartitionKeyAlias", "SortKeyAlias"]) {
            let Some(alias) = alias.get_text(word)? else { continue };
            // `ITEMS#ItemID`: what is in the items too is a label.
            let known = items[0].text(&key.name).map(|text| pieces(text, Told::Role)).unwrap_or_default();
            let same = |name: &str| known.iter().any(|piece| piece.eq_ignore_ascii_case(name));
            let names: Vec<String> = pieces(alias, Told::Role)
                .into_iter()
                .step_by(2)
                .filter(|name| {
                    !name.is_empty() && !same(name) && !name.chars().all(|c| c.is_ascii_uppercase())
                })
                .map(str::to_owned)
                .collect();
            aliases.push((key.name.clone(), names));
        }
    }
    let name = camel(&singular(name));
    Ok(Some(Group { name, about: None, type_value: None, items, aliases, decide: None }))
}

/// Groups by the attribute that names the entity, where one does, and takes those items.
fn by_type(table: &mut Table, items: &mut Vec<Sample>) -> Vec<Group> {
    const NAMES: [&str; 7] = ["entitytype", "entity", "type", "kind", "itemtype", "typename", "et"];
    let is_name = |name: &str| {
        let letters: String =
            name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
        NAMES.contains(&letters.as_str())
    };
    let names = items.first().into_iter().flat_map(|item| &item.scalars);
    let keys = table.all_keys();
    let candidates =
        names.filter(|(name, of, _)| *of == Of::S && is_name(name) && !keys.iter().any(|k| k.name == *name));
    let all: Vec<String> = candidates.map(|(name, ..)| name.clone()).collect();
    let found = all
        .into_iter()
        .find(|name| items.iter().all(|item| item.text(name).is_some_and(|text| !text.is_empty())));
    let Some(attribute) = found else { return Vec::new() };
    let mut groups: Vec<Group> = Vec::new();
    for item in std::mem::take(items) {
        let value = item.text(&attribute).unwrap_or_default().to_owned();
        match groups.iter_mut().find(|group| group.type_value.as_ref() == Some(&value)) {
            Some(group) => group.items.push(item),
            None => groups.push(Group {
                name: camel(&value),
                about: None,
                type_value: Some(value),
                items: vec![item],
                aliases: Vec::new(),
                decide: None,
            }),
        }
    }
    table.type_attribute = Some(attribute);
    groups
}

/// Groups by the form of the keys.
fn by_shape(table: &Table, items: Vec<Sample>) -> Vec<Group> {
    let mut groups: Vec<(Vec<String>, Group)> = Vec::new();
    for item in items {
        let form: Vec<String> = table
            .keys()
            .map(|key| match item.text(&key.name) {
                Some(text) if key.of == Of::S => shape(text, told(&key.name)),
                _ => "*".to_owned(),
            })
            .collect();
        match groups.iter_mut().find(|(known, _)| *known == form) {
            Some((_, group)) => group.items.push(item),
            None => {
                let group = Group {
                    name: String::new(),
                    about: None,
                    type_value: None,
                    items: vec![item],
                    aliases: Vec::new(),
                    decide: None,
                };
                groups.push((form, group));
            }
        }
    }
    if let [(_, only)] = groups.as_mut_slice() {
        let name = table.name.strip_suffix("Table").filter(|name| !name.is_empty()).unwrap_or(&table.name);
        only.name = camel(&singular(name));
        // The table's enum has that name already.
        if only.name == camel(&table.name) {
            only.name.push_str("Item");
        }
        return groups.into_iter().map(|(_, group)| group).collect();
    }
    // Named after the last word of the sort key, or of the partition; with the other before it where that tells them apart.
    let word = |form: Option<&String>| {
        let labels: Vec<&str> = form
            .map(|form| form.split(|c: char| !c.is_ascii_alphanumeric()))
            .into_iter()
            .flatten()
            .filter(|word| !word.is_empty())
            .collect();
        labels.last().map(|word| camel(word)).unwrap_or_default()
    };
    let names: Vec<[String; 2]> =
        groups.iter().map(|(form, _)| [word(form.first()), word(form.last())]).collect();
    for (at, (form, group)) in groups.iter_mut().enumerate() {
        let [partition, sort] = &names[at];
        let alone = |of: usize| names.iter().filter(|other| other[of] == names[at][of]).count() == 1;
        group.name = match () {
            () if sort.len() > 1 && alone(1) => sort.clone(),
            () if partition.len() > 1 && alone(0) => partition.clone(),
            () => format!("{partition}{}", if sort == partition { "" } else { sort }),
        };
        if group.name.is_empty() {
            group.name = camel(&singular(&table.name));
        }
        group.decide =
            Some(format!("the name: these are the items whose keys look like {}", form.join(" and ")));
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The kinds of the fields, from all their values.
fn kinds_of(table: &mut Table, values: &Values) {
    let mut fields: BTreeMap<&str, Vec<(Of, &str)>> = BTreeMap::new();
    for (field, of, text) in values {
        fields.entry(field).or_default().push((*of, text));
    }
    for (field, values) in fields {
        let of = |wanted: Of| values.iter().filter(move |(of, _)| *of == wanted).map(|(_, text)| *text);
        let kind = if of(Of::B).next().is_some() {
            Some("bytes".to_owned())
        } else if of(Of::N).next().is_some() {
            Some(kinds::of_numbers(of(Of::N)))
        } else {
            kinds::of_texts(of(Of::S)).map(str::to_owned)
        };
        // What is the whole attribute as a string can be no time.
        let whole = table.entities.iter().flat_map(|entity| &entity.keys).any(|(name, template)| {
            template.is_field_of(name)
                && template.whole() == Some(field)
                && kind.as_deref().is_some_and(|kind| kind.starts_with("time"))
        });
        let raw = table
            .entities
            .iter()
            .flat_map(|entity| &entity.keys)
            .any(|(_, template)| template.write().contains(&format!("{{{field}:raw}}")));
        if let Some(kind) = kind.filter(|_| !whole && !raw) {
            table.kinds.push((field.to_owned(), kind));
        }
    }
}

/// Patterns that the keys allow; a model of the Workbench names none.
fn patterns(table: &mut Table) {
    let mut patterns: Vec<Pattern> = Vec::new();
    let mut add = |name: String, words: String| {
        let name = free(&name, |name| patterns.iter().any(|known| known.name == name));
        patterns.push(Pattern { name, words, decide: Vec::new(), off: false });
    };
    for entity in &table.entities {
        let (name, one) = (&entity.name, snake(&entity.name));
        let many = plural(&one);
        add(format!("get_{one}"), format!("get: {name}"));
        let sort = table.sort.as_ref().and_then(|sort| entity.key(&sort.name));
        if sort.is_some_and(|sort| sort.fields().next().is_some()) {
            add(format!("list_{many}"), format!("query: {name}"));
        }
        for index in table.indexes.iter().filter(|index| entity.is_in(index)) {
            let select = select(table, index);
            let by = snake(&index.name);
            add(format!("{many}_by_{by}"), format!("query: {name}, index: {}{select}", logical(&index.name)));
        }
    }
    table.patterns = patterns;
    if !table.patterns.is_empty() {
        table.remarks.push(
            "The model names no access patterns: these are what its keys allow. Keep what the program reads."
                .to_owned(),
        );
    }
}

/// The name of an index in the list.
pub(super) fn logical(name: &str) -> String {
    let plain =
        name.chars().all(|c| c.is_ascii_alphanumeric()) && name.starts_with(|c: char| c.is_ascii_uppercase());
    if plain { name.to_owned() } else { camel(name) }
}

/// What a query of an index selects, where its projection is a list.
pub(super) fn select(table: &Table, index: &Index) -> String {
    match &index.projection {
        Projection::Include(names) => {
            let own = |name: &&String| !table.is_key(name) && !index.keys().any(|key| key.name == **name);
            let fields: Vec<String> = names.iter().filter(own).map(|name| snake(name)).collect();
            if fields.is_empty() { String::new() } else { format!(", select: [{}]", fields.join(", ")) }
        }
        _ => String::new(),
    }
}
