//! The schema of AWS's data-modelling MCP server: tables with entities, templates, fields and access patterns.

use super::design::{Attribute, Entity, Index, Of, Pattern, Projection, Segment, Table, Template};
use super::json::{Fault, Node, Value};
use super::names::{camel, singular, snake};
use super::workbench::{is_ttl, logical, select};

/// Reads a schema.
///
/// # Errors
///
/// When it is no such schema, or contradicts itself.
pub(super) fn read(schema: &Node) -> Result<Vec<Table>, Fault> {
    schema.map("a schema of AWS's data-modelling server")?;
    if schema.get("tables").is_none() && schema.get("DataModel").is_some() {
        return Err(schema.fault(
            "this is no schema of AWS's data-modelling server but a NoSQL Workbench model: `--from workbench` reads it",
        ));
    }
    let tables = schema.need("tables", "a schema of AWS's data-modelling server")?.list("`tables`")?;
    if tables.is_empty() {
        return Err(schema.fault("`tables` has no table"));
    }
    let mut read: Vec<Table> = Vec::new();
    for node in tables {
        let table = table(node)?;
        if read.iter().any(|known| known.name == table.name) {
            return Err(node.fault(format!("the table `{}` is there twice", table.name)));
        }
        let entities = read.iter().flat_map(|known| &known.entities);
        if let Some(twice) =
            entities.into_iter().find(|known| table.entities.iter().any(|own| own.name == known.name))
        {
            return Err(node.fault(format!("the entity `{}` is in two tables", twice.name)));
        }
        read.push(table);
    }
    Ok(read)
}

/// A name, or a list of names.
fn names(node: Option<&Node>, what: &str) -> Result<Vec<String>, Fault> {
    match node {
        None => Ok(Vec::new()),
        Some(Node { value: Value::List(list), .. }) => {
            list.iter().map(|node| node.text(what).map(str::to_owned)).collect()
        }
        Some(node) => node.text(what).map(|name| vec![name.to_owned()]),
    }
}

fn table(node: &Node) -> Result<Table, Fault> {
    let config = node.need("table_config", "a table")?;
    let name = config.need_text("table_name", "`table_config`")?.to_owned();
    let string = |name: &str| Attribute { name: name.to_owned(), of: Of::S };
    let partition = Some(string(config.need_text("partition_key", "`table_config`")?));
    let sort = config.get_text("sort_key")?.map(string);
    let mut table = Table { name, partition, sort, ..Table::default() };
    for node in node.get_list("gsi_list")? {
        let index = index(node)?;
        if table.indexes.iter().any(|known| known.name == index.name) {
            return Err(node.fault(format!("the index `{}` is there twice", index.name)));
        }
        table.indexes.push(index);
    }
    let entities = node.need("entities", "a table")?;
    let mut numbers: Vec<(String, String)> = Vec::new();
    for (name, node) in entities.map("`entities`")? {
        entity(name, node, &mut table, &mut numbers)?;
    }
    if table.entities.is_empty() {
        return Err(entities.fault(format!("the table `{}` has no entity", table.name)));
    }
    types(&mut table, &numbers, node)?;
    for (name, node) in entities.map("`entities`")? {
        patterns(&camel(name), node, &mut table)?;
    }
    Ok(table)
}

fn index(node: &Node) -> Result<Index, Fault> {
    let name = node.need_text("name", "an index")?.to_owned();
    let attributes = |word: &str| -> Result<Vec<Attribute>, Fault> {
        let names = names(node.get(word), &format!("`{word}`"))?;
        Ok(names.into_iter().map(|name| Attribute { name, of: Of::S }).collect())
    };
    let partition = attributes("partition_key")?;
    if partition.is_empty() {
        return Err(node.fault(format!("the index `{name}` has no `partition_key`")));
    }
    let included = names(node.get("included_attributes"), "an attribute")?;
    let projection = match node.get_text("projection")? {
        None | Some("ALL") if included.is_empty() => Projection::All,
        Some("KEYS_ONLY") if included.is_empty() => Projection::Keys,
        Some("INCLUDE") if !included.is_empty() => Projection::Include(included),
        Some("INCLUDE") => return Err(node.fault(format!("the index `{name}` has no `included_attributes`"))),
        None => Projection::Include(included),
        Some(other @ ("ALL" | "KEYS_ONLY")) => {
            return Err(node.fault(format!("the index `{name}` is {other}, and has `included_attributes`")));
        }
        Some(other) => {
            return Err(
                node.fault(format!("`{other}` is no projection: it must be ALL, KEYS_ONLY or INCLUDE"))
            );
        }
    };
    Ok(Index { name, local: false, partition, sort: attributes("sort_key")?, projection })
}

/// The fields of an entity: name and type.
fn fields(node: &Node) -> Result<Vec<(String, String)>, Fault> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for node in node.need("fields", "an entity")?.list("`fields`")? {
        let name = node.need_text("name", "a field")?;
        let of = node.need_text("type", "a field")?;
        if fields.iter().any(|(known, _)| known == name) {
            return Err(node.fault(format!("the field `{name}` is there twice")));
        }
        fields.push((name.to_owned(), of.to_owned()));
    }
    Ok(fields)
}

/// The kind of a field's type in a key.
fn kind(of: &str) -> Option<&'static str> {
    Some(match of {
        "integer" => "i64",
        "decimal" | "float" | "number" => "decimal.2",
        "boolean" => "bool",
        "uuid" => "uuid",
        "string" => "",
        _ => return None,
    })
}

/// Reads a template; its numbers stand as they are.
fn template(node: &Node, fields: &[(String, String)]) -> Result<Template, Fault> {
    let text = node.text("a template")?;
    let mut segments = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (literal, from) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
        if literal.contains('}') {
            return Err(node.fault(format!("`{text}` closes a brace that it has not opened")));
        }
        if !literal.is_empty() {
            segments.push(Segment::Literal(literal.to_owned()));
        }
        let Some(inside) = from.strip_prefix('{') else { break };
        let Some((name, after)) = inside.split_once('}') else {
            return Err(node.fault(format!("`{text}` opens a brace that it does not close")));
        };
        // `{score:05d}`: a format of Python's.
        let (name, format) = name.split_once(':').map_or((name, None), |(name, format)| (name, Some(format)));
        let Some((_, of)) = fields.iter().find(|(field, _)| field == name) else {
            return Err(node.fault(format!("`{text}` names `{name}`, which is no field of the entity")));
        };
        if kind(of).is_none() {
            return Err(node.fault(format!("`{name}` of `{text}` is of type {of}, which no key can hold")));
        }
        if let Some(format) = format {
            return Err(
                node.fault(format!("`{{{name}:{format}}}` of `{text}` is a format that is not known"))
            );
        }
        let number = matches!(of.as_str(), "integer" | "decimal" | "float" | "number");
        segments.push(Segment::Part { field: snake(name), format: number.then_some("plain") });
        rest = after;
    }
    Ok(Template(segments))
}

fn templates(node: &Node, word: &str, fields: &[(String, String)]) -> Result<Vec<Template>, Fault> {
    match node.get(word) {
        None => Ok(Vec::new()),
        Some(Node { value: Value::List(list), .. }) => {
            list.iter().map(|node| template(node, fields)).collect()
        }
        Some(node) => Ok(vec![template(node, fields)?]),
    }
}

fn entity(
    name: &str,
    node: &Node,
    table: &mut Table,
    numbers: &mut Vec<(String, String)>,
) -> Result<(), Fault> {
    let fields = fields(node)?;
    let mut entity = Entity { name: camel(name), ..Entity::default() };
    if table.entities.iter().any(|known| known.name == entity.name) {
        return Err(node.fault(format!("two entities are `{}` in Rust", entity.name)));
    }
    let mut add =
        |attributes: &[Attribute], of: Vec<Template>, what: &str, place: &Node| -> Result<(), Fault> {
            if attributes.len() != of.len() {
                return Err(place.fault(format!(
                    "`{name}` has {} templates for {what}, which has {} attributes",
                    of.len(),
                    attributes.len()
                )));
            }
            for (attribute, template) in attributes.iter().zip(of) {
                let known = entity.keys.iter().find(|(known, _)| *known == attribute.name);
                match known {
                    Some((_, other)) if *other != template => {
                        return Err(place.fault(format!(
                            "`{name}` makes `{}` of `{}` and of `{}`",
                            attribute.name,
                            other.write(),
                            template.write()
                        )));
                    }
                    Some(_) => {}
                    None => entity.keys.push((attribute.name.clone(), template)),
                }
            }
            Ok(())
        };
    let partition: Vec<Attribute> = table.partition.iter().cloned().collect();
    let sort: Vec<Attribute> = table.sort.iter().cloned().collect();
    add(&partition, templates(node, "pk_template", &fields)?, "the partition key of the table", node)?;
    add(&sort, templates(node, "sk_template", &fields)?, "the sort key of the table", node)?;
    for mapping in node.get_list("gsi_mappings")? {
        let index = mapping.need_text("name", "a mapping")?;
        let Some(index) = table.indexes.iter().find(|known| known.name == index) else {
            return Err(mapping
                .fault(format!("`{name}` is mapped to `{index}`, which is no index of `{}`", table.name)));
        };
        let what = |key: &str| format!("the {key} key of `{}`", index.name);
        add(&index.partition, templates(mapping, "pk_template", &fields)?, &what("partition"), mapping)?;
        add(&index.sort, templates(mapping, "sk_template", &fields)?, &what("sort"), mapping)?;
    }
    for (field, of) in &fields {
        let used = entity.keys.iter().any(|(_, template)| template.fields().any(|own| own == snake(field)));
        if let Some(kind) = kind(of).filter(|kind| used && !kind.is_empty()) {
            if kind == "decimal.2" {
                entity
                    .decide
                    .push(format!("`{field}` is a decimal: how many digits its kind has behind the point"));
            }
            numbers.push((snake(field), kind.to_owned()));
        }
        if of == "integer" && is_ttl(field) {
            table.ttl.get_or_insert_with(|| field.clone());
        }
    }
    table.entities.push(entity);
    Ok(())
}

/// What the key attributes are: numbers, where all entities have a number alone in them. Kinds of fields, where all agree.
fn types(table: &mut Table, numbers: &[(String, String)], node: &Node) -> Result<(), Fault> {
    let is_number = |field: &str| {
        numbers.iter().any(|(own, kind)| own == field && (kind == "i64" || kind == "decimal.2"))
    };
    let mut of_number: Vec<String> = Vec::new();
    for attribute in table.all_keys() {
        let templates: Vec<&Template> =
            table.entities.iter().filter_map(|entity| entity.key(&attribute.name)).collect();
        let alone = templates.iter().filter(|template| template.whole().is_some_and(is_number)).count();
        if alone > 0 && alone < templates.len() {
            return Err(node.fault(format!(
                "`{}` of the table `{}` is a number in one entity and a text in another",
                attribute.name, table.name
            )));
        }
        if alone > 0 {
            of_number.push(attribute.name.clone());
        }
    }
    let typed = |attribute: &mut Attribute| {
        if of_number.contains(&attribute.name) {
            attribute.of = Of::N;
        }
    };
    table.partition.iter_mut().chain(&mut table.sort).for_each(typed);
    table
        .indexes
        .iter_mut()
        .flat_map(|index| index.partition.iter_mut().chain(&mut index.sort))
        .for_each(typed);
    for (name, template) in table.entities.iter_mut().flat_map(|entity| &mut entity.keys) {
        if of_number.contains(name) {
            for segment in &mut template.0 {
                if let Segment::Part { format, .. } = segment {
                    *format = None;
                }
            }
        }
    }
    for entity in &mut table.entities {
        let plain: Vec<String> = entity
            .keys
            .iter()
            .filter(|(_, template)| template.write().contains(":plain}"))
            .map(|(name, template)| format!("`{}` of `{name}`", template.write()))
            .collect();
        if !plain.is_empty() {
            entity.decide.push(format!(
                "numbers stand by their digits, so that 10 is before 2 and no range reads them: without `:plain` they are \
                 padded and sort by value, in other texts: {}",
                plain.join(", ")
            ));
        }
    }
    for (field, kind) in numbers {
        match table.kinds.iter().find(|(known, _)| known == field) {
            Some((_, other)) if other != kind => {
                return Err(node.fault(format!(
                    "the field `{field}` is a `{kind}` in one entity and a `{other}` in another"
                )));
            }
            Some(_) => {}
            None => table.kinds.push((field.clone(), kind.clone())),
        }
    }
    Ok(())
}

/// A parameter of a pattern that is no entity.
fn parameters(node: &Node) -> Result<Vec<String>, Fault> {
    let mut parameters = Vec::new();
    for node in node.get_list("parameters")? {
        let name = node.need_text("name", "a parameter")?;
        if node.get_text("type")? != Some("entity") {
            parameters.push(snake(name));
        }
    }
    Ok(parameters)
}

fn patterns(entity: &str, node: &Node, table: &mut Table) -> Result<(), Fault> {
    let mut writes = Vec::new();
    for node in node.get_list("access_patterns")? {
        let name = snake(node.need_text("name", "an access pattern")?);
        if table.patterns.iter().any(|known| known.name == name) {
            return Err(node.fault(format!("the access pattern `{name}` is there twice")));
        }
        let parameters = parameters(node)?;
        let operation = node.need_text("operation", "an access pattern")?;
        let pattern = match operation {
            "GetItem" => get(name, entity, node, &parameters, table),
            "Query" => query(name, entity, node, &parameters, table)?,
            "Scan" => Pattern {
                name,
                words: format!("scan: {entity}, because: …"),
                decide: vec!["it scans the table: say why, or read by a key".to_owned()],
                off: true,
            },
            "PutItem" | "UpdateItem" | "DeleteItem" | "BatchWriteItem" | "TransactWriteItems" => {
                writes.push(name);
                continue;
            }
            "BatchGetItem" | "TransactGetItems" => get(name, entity, node, &[], table),
            other => return Err(node.fault(format!("`{other}` is no operation that is known"))),
        };
        table.patterns.push(pattern);
    }
    if !writes.is_empty() {
        table.remarks.push(format!(
            "Writes of {entity} need no pattern, as every entity has them: {}.",
            writes.join(", ")
        ));
    }
    Ok(())
}

/// The words behind a verb that the node asks for.
fn consistent(node: &Node, index: Option<&Index>) -> &'static str {
    let wanted = node.get("consistent_read").is_some_and(|node| node.value == Value::Bool(true));
    if wanted && index.is_none() { ", consistent: true" } else { "" }
}

fn get(name: String, entity: &str, node: &Node, parameters: &[String], table: &Table) -> Pattern {
    let keys = table.entities.iter().find(|own| own.name == entity);
    let fields: Vec<&str> = keys
        .into_iter()
        .flat_map(|own| table.keys().filter_map(|key| own.key(&key.name)))
        .flat_map(Template::fields)
        .collect();
    let mut decide = Vec::new();
    let more: Vec<&str> = parameters.iter().map(String::as_str).filter(|own| !fields.contains(own)).collect();
    if !more.is_empty() {
        decide.push(format!(
            "{} of the published pattern is in no key: compare it in the program",
            more.join(", ")
        ));
    }
    Pattern { name, words: format!("get: {entity}{}", consistent(node, None)), decide, off: false }
}

/// The entities that a pattern of mixed results is about, by the words of its name.
fn named(table: &Table, entity: &str, name: &str) -> Vec<String> {
    let words: Vec<String> = name.split('_').map(singular).collect();
    let is_named = |own: &&Entity| {
        own.name == entity
            || snake(&own.name)
                .split('_')
                .next_back()
                .is_some_and(|last| words.iter().any(|word| word == last))
    };
    table.entities.iter().filter(is_named).map(|own| own.name.clone()).collect()
}

fn query(
    name: String,
    entity: &str,
    node: &Node,
    parameters: &[String],
    table: &Table,
) -> Result<Pattern, Fault> {
    let index = match node.get_text("index_name")? {
        None => None,
        Some(wanted) => match table.indexes.iter().find(|known| known.name == wanted) {
            Some(index) => Some(index),
            None => {
                return Err(
                    node.fault(format!("`{name}` queries `{wanted}`, which is no index of `{}`", table.name))
                );
            }
        },
    };
    let mut decide = Vec::new();
    let own = table.entities.iter().find(|own| own.name == entity);
    if let (Some(own), Some(index)) = (own, index)
        && !own.is_in(index)
    {
        return Err(
            node.fault(format!("`{name}` queries `{}`, and `{entity}` is not mapped to it", index.name))
        );
    }
    let of = |attributes: Vec<&Attribute>| -> Vec<String> {
        let templates = attributes.iter().filter_map(|key| own?.key(&key.name));
        templates.flat_map(Template::fields).map(str::to_owned).collect()
    };
    let (partition, sort) = match index {
        Some(index) => (of(index.partition.iter().collect()), of(index.sort.iter().collect())),
        None => (of(table.partition.iter().collect()), of(table.sort.iter().collect())),
    };
    let mut left: Vec<&String> = parameters.iter().filter(|own| !partition.contains(own)).collect();
    let missing: Vec<&str> =
        partition.iter().filter(|part| !parameters.contains(part)).map(String::as_str).collect();
    if !missing.is_empty() {
        decide.push(format!(
            "the published pattern does not say `{}`, which is in the partition key",
            missing.join("`, `")
        ));
    }
    let mut by = Vec::new();
    for part in &sort {
        let Some(at) = left.iter().position(|own| *own == part) else { break };
        left.remove(at);
        by.push(part.as_str());
    }
    let mut words = String::new();
    if !by.is_empty() {
        words += &format!(
            ", by: {}",
            if let [one] = by.as_slice() { (*one).to_owned() } else { format!("[{}]", by.join(", ")) }
        );
    }
    if let Some(range) = node.get("range_condition") {
        let condition = range.text("`range_condition`")?;
        let (word, count) = match condition {
            "begins_with" => ("prefix", 1),
            "between" => ("range", 2),
            ">" | ">=" | "<" | "<=" => ("range", 1),
            other => return Err(range.fault(format!("`{other}` is no range condition that is known"))),
        };
        match sort.get(by.len()) {
            // All parts are bound, and the last of them is the one.
            None if left.is_empty() && by.len() == sort.len() && !by.is_empty() => {
                let last = by.pop().unwrap_or_default();
                words = if by.is_empty() { String::new() } else { format!(", by: [{}]", by.join(", ")) };
                words += &format!(", {word}: {last}");
            }
            None => {
                return Err(range.fault(format!(
                    "`{name}` has a range condition, and no part of a sort key is left for it"
                )));
            }
            Some(part) => {
                words += &format!(", {word}: {part}");
                left.drain(..count.min(left.len()));
            }
        }
    }
    if !left.is_empty() {
        let left: Vec<&str> = left.into_iter().map(String::as_str).collect();
        decide.push(format!(
            "{} of the published pattern is in no key: a filter, or compare it in the program",
            left.join(", ")
        ));
    }
    let entities = if node.get_text("return_type")? == Some("mixed_data") {
        let entities = named(table, entity, &name);
        decide.push(format!(
            "its results are mixed: these are the entities that its name tells, {}",
            entities.join(" and ")
        ));
        entities
    } else {
        vec![entity.to_owned()]
    };
    let entities =
        if let [one] = entities.as_slice() { one.clone() } else { format!("[{}]", entities.join(", ")) };
    let place = index.map_or_else(String::new, |index| format!(", index: {}", logical(&index.name)));
    let select = index.map_or_else(String::new, |index| select(table, index));
    let consistent = consistent(node, index);
    Ok(Pattern {
        name,
        words: format!("query: {entities}{place}{words}{select}{consistent}"),
        decide,
        off: false,
    })
}
