//! A design as a list: `patterns.yaml`, with what a person must decide as comments beside it.

use std::fmt::Write as _;

use dal_spec::scalar;

use super::design::{Attribute, Entity, Index, Of, Projection, Segment, Table, Template};
use super::names::{camel, free, snake};
use super::workbench::logical;

/// The widest line that an entity is written on.
const WIDTH: usize = 110;

/// The table's `tenant:`, where every partition of all entities begins with the same text and a field of a tenant.
fn tenant(table: &Table) -> Option<Template> {
    let firsts =
        table.partition.iter().chain(table.indexes.iter().filter_map(|index| index.partition.first()));
    let mut found: Option<Template> = None;
    for attribute in firsts {
        for template in table.entities.iter().filter_map(|entity| entity.key(&attribute.name)) {
            let own = match template.0.as_slice() {
                [literal @ Segment::Literal(_), part @ Segment::Part { field, format: None }, ..]
                    if field.contains("tenant") =>
                {
                    Template(vec![literal.clone(), part.clone()])
                }
                _ => return None,
            };
            if found.get_or_insert_with(|| own.clone()) != &own {
                return None;
            }
        }
    }
    found
}

/// Writes one table.
struct Writer<'t> {
    table: &'t Table,
    /// The name of its enum, where there are several tables.
    of: Option<&'t str>,
    tenant: Option<Template>,
    /// The names of the indexes in the list.
    indexes: Vec<String>,
}

/// Appends comments, each on one line whatever names and values hold.
fn comments(out: &mut String, indent: &str, kind: &str, texts: &[String]) {
    for text in texts {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(out, "{indent}# {kind}{text}");
    }
}

/// The name of a table's enum: not that of an entity.
fn enum_name(table: &Table, tables: &[Table]) -> String {
    let name = camel(&table.name);
    let taken =
        |name: &str| tables.iter().flat_map(|table| &table.entities).any(|entity| entity.name == name);
    if taken(&name) { free(&format!("{name}Table"), taken) } else { name }
}

/// Writes the list of a design. `from` says where it is from.
pub(super) fn list(tables: &[Table], from: &str) -> String {
    let names: Vec<String> = tables.iter().map(|table| enum_name(table, tables)).collect();
    let several = tables.len() > 1;
    let writers: Vec<Writer<'_>> = tables
        .iter()
        .zip(&names)
        .map(|(table, name)| {
            let mut indexes: Vec<String> = Vec::new();
            for index in &table.indexes {
                let name = free(&logical(&index.name), |name| indexes.iter().any(|known| known == name));
                indexes.push(name);
            }
            Writer { table, of: several.then_some(name.as_str()), tenant: tenant(table), indexes }
        })
        .collect();
    let mut out = format!(
        "# Imported from {from}.\n# Read it before you use it: what is a part, and what it is called, is told from the model; \
         `decide` marks\n# what it does not say.\nversion: 1\n"
    );
    out += if several { "\ntables:\n" } else { "\n" };
    for (writer, name) in writers.iter().zip(&names) {
        writer.head(name, &mut out);
    }
    types(tables, &mut out);
    out += "\nentities:";
    out += if tables.iter().all(|table| table.entities.is_empty()) { " {}\n" } else { "\n" };
    for writer in &writers {
        writer.entities(&mut out);
    }
    out.push('\n');
    let mut remarks: Vec<String> = tables.iter().flat_map(|table| table.remarks.clone()).collect();
    remarks.dedup();
    comments(&mut out, "", "", &remarks);
    out += "patterns:";
    out += if tables.iter().all(|table| table.patterns.iter().all(|pattern| pattern.off)) {
        " []\n"
    } else {
        "\n"
    };
    let mut taken: Vec<String> = Vec::new();
    for pattern in tables.iter().flat_map(|table| &table.patterns) {
        comments(&mut out, "  ", "decide: ", &pattern.decide);
        let name = free(&snake(&pattern.name), |name| taken.iter().any(|known| known == name));
        let off = if pattern.off { "# " } else { "" };
        let _ = writeln!(out, "  {off}- {{ name: {name}, {} }}", pattern.words);
        taken.push(name);
    }
    out
}

/// The kinds of the fields: one for all entities, or of each entity where tables disagree.
fn types(tables: &[Table], out: &mut String) {
    let uses = |entity: &Entity, field: &str| {
        entity.keys.iter().any(|(_, template)| template.fields().any(|own| own == field))
    };
    let kind = |table: &Table, field: &str| {
        table.kinds.iter().find(|(own, _)| own == field).map_or("text".to_owned(), |(_, kind)| kind.clone())
    };
    let mut lines: Vec<String> = Vec::new();
    for table in tables {
        for (field, own) in &table.kinds {
            let agrees = |other: &&Table| {
                !other.entities.iter().any(|entity| uses(entity, field)) || kind(other, field) == *own
            };
            if tables.iter().all(|other| agrees(&other)) {
                lines.push(format!("  {field}: {own}"));
            } else {
                let entities = table.entities.iter().filter(|entity| uses(entity, field));
                lines.extend(entities.map(|entity| format!("  {}.{field}: {own}", entity.name)));
            }
        }
    }
    lines.dedup();
    let mut seen: Vec<String> = Vec::new();
    lines.retain(|line| {
        let new = !seen.contains(line);
        seen.push(line.clone());
        new
    });
    if !lines.is_empty() {
        let _ = writeln!(out, "\ntypes:\n{}", lines.join("\n"));
    }
}

impl Writer<'_> {
    /// Whether an attribute holds the field of its name, in every entity that has it.
    fn is_field(&self, attribute: &Attribute) -> bool {
        let mut templates =
            self.table.entities.iter().filter_map(|entity| entity.key(&attribute.name)).peekable();
        templates.peek().is_some() && templates.all(|template| template.is_field_of(&attribute.name))
    }

    fn attribute(&self, attribute: &Attribute) -> String {
        let name = scalar(&attribute.name);
        if attribute.of != Of::S || self.is_field(attribute) {
            format!("{{ {name}: {} }}", attribute.of.as_str())
        } else {
            name
        }
    }

    fn attributes(&self, attributes: &[Attribute]) -> String {
        let all: Vec<String> = attributes.iter().map(|attribute| self.attribute(attribute)).collect();
        if let [one] = all.as_slice() { one.clone() } else { format!("[{}]", all.join(", ")) }
    }

    /// The projection of an index, as a word.
    fn projection(&self, index: &Index) -> String {
        let names = match &index.projection {
            Projection::All => return "project: all".to_owned(),
            Projection::Keys => Vec::new(),
            Projection::Include(names) => names.clone(),
        };
        // The keys are in an index anyway.
        let own = |name: &&String| !self.table.is_key(name) && !index.keys().any(|key| key.name == **name);
        let names: Vec<String> = names.iter().filter(own).map(|name| scalar(name)).collect();
        if names.is_empty() { "project: keys".to_owned() } else { format!("project: [{}]", names.join(", ")) }
    }

    fn head(&self, name: &str, out: &mut String) {
        let table = self.table;
        let (outer, indent) = if self.of.is_some() { ("  ", "    ") } else { ("", "  ") };
        comments(out, outer, "decide: ", &table.decide);
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(format!("{outer}{}:", if self.of.is_some() { name } else { "table" }));
        if self.of.is_none() || name != table.name {
            line(format!("{indent}name: {}", scalar(&table.name)));
        }
        if self.of.is_none() && name != camel(&table.name) {
            line(format!("{indent}rust: {name}"));
        }
        let partition =
            table.partition.as_ref().map(|attribute| self.attribute(attribute)).unwrap_or_default();
        let sort = table.sort.as_ref().map(|attribute| format!(", sort: {}", self.attribute(attribute)));
        line(format!("{indent}key: {{ partition: {partition}{} }}", sort.unwrap_or_default()));
        if let Some(tenant) = &self.tenant {
            line(format!("{indent}tenant: {}", scalar(&tenant.write())));
        }
        if let Some(name) = &table.type_attribute {
            line(format!("{indent}type: {}", scalar(name)));
        }
        if let Some(name) = &table.ttl {
            line(format!("{indent}ttl: {}", scalar(name)));
        }
        if !table.indexes.is_empty() {
            line(format!("{indent}indexes:"));
        }
        for (index, name) in table.indexes.iter().zip(&self.indexes) {
            let mut words = Vec::new();
            if *name != index.name {
                words.push(format!("name: {}", scalar(&index.name)));
            }
            if !index.local {
                words.push(format!("partition: {}", self.attributes(&index.partition)));
            }
            if !index.sort.is_empty() {
                words.push(format!("sort: {}", self.attributes(&index.sort)));
            }
            words.push(self.projection(index));
            line(format!("{indent}  {name}: {{ {} }}", words.join(", ")));
        }
    }

    /// A template, in which the tenant stands for its parts.
    fn template(&self, template: &Template) -> String {
        let text = template.write();
        let tenant = self.tenant.as_ref().map(Template::write);
        let rest = tenant.as_ref().and_then(|tenant| text.strip_prefix(tenant.as_str()));
        scalar(&rest.map_or(text.clone(), |rest| format!("{{tenant}}{rest}")))
    }

    /// The words of one side of a key, unless nothing needs to be said.
    fn side(
        &self,
        entity: &Entity,
        word: &str,
        attributes: &[Attribute],
        index: Option<&Index>,
    ) -> Option<String> {
        let known = |attribute: &Attribute| {
            self.is_field(attribute) || (index.is_some() && self.table.is_key(&attribute.name))
        };
        if attributes.is_empty() || attributes.iter().all(known) {
            return None;
        }
        let templates: Option<Vec<String>> = attributes
            .iter()
            .map(|attribute| entity.key(&attribute.name).map(|own| self.template(own)))
            .collect();
        let templates = templates?;
        let is_tenant = index.is_none() && word == "partition" && templates == ["'{tenant}'"];
        let text = if let [one] = templates.as_slice() {
            one.clone()
        } else {
            format!("[{}]", templates.join(", "))
        };
        (!is_tenant).then(|| format!("{word}: {text}"))
    }

    fn entity(&self, entity: &Entity) -> Vec<String> {
        let table = self.table;
        let mut words = Vec::new();
        words.extend(self.of.map(|table| format!("table: {table}")));
        words.extend(entity.about.as_ref().map(|about| format!("about: {}", scalar(about))));
        if let Some(value) = entity.type_value.as_ref().filter(|value| **value != entity.name) {
            words.push(format!("type: {}", scalar(value)));
        }
        words.extend(self.side(entity, "partition", table.partition.as_slice(), None));
        words.extend(self.side(entity, "sort", table.sort.as_slice(), None));
        if !entity.key_only.is_empty() {
            words.push(format!("key_only: [{}]", entity.key_only.join(", ")));
        }
        for (index, name) in table.indexes.iter().zip(&self.indexes) {
            let of_table = index.keys().all(|key| table.is_key(&key.name));
            if of_table || !entity.is_in(index) {
                continue;
            }
            let sides = [("partition", index.partition.as_slice()), ("sort", index.sort.as_slice())];
            let sides: Vec<String> = sides
                .into_iter()
                .filter(|(word, _)| !(index.local && *word == "partition"))
                .filter_map(|(word, attributes)| self.side(entity, word, attributes, Some(index)))
                .collect();
            words.push(if sides.is_empty() {
                format!("{name}: {{}}")
            } else {
                format!("{name}: {{ {} }}", sides.join(", "))
            });
        }
        words
    }

    fn entities(&self, out: &mut String) {
        for entity in &self.table.entities {
            comments(out, "  ", "decide: ", &entity.decide);
            let words = self.entity(entity);
            let inline = format!("  {}: {{ {} }}", entity.name, words.join(", "));
            let text = if words.is_empty() {
                format!("  {}: {{}}", entity.name)
            } else if inline.len() <= WIDTH {
                inline
            } else {
                format!("  {}:\n    {}", entity.name, words.join("\n    "))
            };
            out.push_str(&text);
            out.push('\n');
        }
    }
}
