//! The list as written: every scalar with its place, nothing resolved.

mod action;
mod condition;
mod entity;
mod keys;
mod load;
mod pattern;
mod reader;
mod table;
mod template;
mod types;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::plan::ActionsForm;
use crate::source::{Place, Source};
use crate::suggest;
use crate::yaml::{Node, Text, Value};

pub use words::words;

pub(crate) use action::{ActionSpec, ActionsSpec, ChangeSpec, snake};
pub(crate) use condition::{ConditionSpec, OperandSpec, TestSpec, TestSpecIs};
pub(crate) use entity::{
    EntitySpec, EntrySpec, ManagedRole, ManagedSpec, ShardSpec, UniqueSpec, WhenSpec, WhenSpecIs,
};
pub(crate) use keys::{KeySpec, field_of};
pub(crate) use pattern::{OrderSpec, PatternSpec, VerbSpec};
pub(crate) use reader::Reader;
pub(crate) use table::{IndexSpec, ProjectSpec, TableSpec};
pub(crate) use template::{Piece, TemplateSpec, is_field};

/// A list as written, from all its files.
#[derive(Debug, Default)]
pub(crate) struct Spec {
    pub(crate) table: Option<TableSpec>,
    /// The tables of a list that has several; then `table` is none.
    pub(crate) tables: Vec<TableSpec>,
    /// Names of tables that were reported: nothing more is said about them.
    pub(crate) broken_tables: Vec<String>,
    pub(crate) types: Vec<TypeSpec>,
    pub(crate) entities: Vec<EntitySpec>,
    pub(crate) patterns: Vec<PatternSpec>,
    pub(crate) actions: Vec<ActionsSpec>,
}

impl Spec {
    /// Every table, in the order of the list.
    pub(crate) fn all_tables(&self) -> impl Iterator<Item = &TableSpec> {
        self.table.iter().chain(&self.tables)
    }

    /// The list of each table: its entities with their patterns, and the types that they can take.
    pub(crate) fn split(mut self, out: &mut Vec<Diagnostic>) -> Vec<Self> {
        if self.tables.is_empty() {
            return vec![self];
        }
        let of: HashMap<String, usize> =
            self.entities.iter().map(|e| (e.name.text.clone(), e.table)).collect();
        let mut parts: Vec<Self> = std::mem::take(&mut self.tables)
            .into_iter()
            .map(|table| Self { table: Some(table), ..Self::default() })
            .collect();
        for declared in self.types {
            match declared.entity.as_ref().map(|entity| of.get(entity).copied().unwrap_or_default()) {
                Some(table) => parts[table].types.push(declared),
                None => parts.iter_mut().for_each(|part| part.types.push(declared.clone())),
            }
        }
        for entity in self.entities {
            parts[entity.table].entities.push(entity);
        }
        for mut pattern in self.patterns {
            let mut tables = pattern.entities.iter().filter_map(|name| Some((of.get(&name.text)?, name)));
            let first = tables.next();
            let other = tables.find(|(table, _)| first.is_some_and(|(first, _)| first != *table));
            if let (Some((_, first)), Some((_, other))) = (first, other) {
                out.push(
                    Diagnostic::new(
                        Code::CollectionApart,
                        format!(
                            "`{}` and `{}` are in two tables, and one request reads one",
                            first.text, other.text
                        ),
                    )
                    .at(&other.place, "in another table")
                    .related(&first.place, "in this table")
                    .help("make it two patterns")
                    .owner(pattern.owner())
                    .pattern(&pattern.name.text),
                );
                pattern.broken = true;
            }
            let table = first.map_or(0, |(table, _)| *table);
            parts[table].patterns.push(pattern);
        }
        for mut pattern in self.actions {
            let mut tables =
                pattern.actions.iter().filter_map(|action| Some((of.get(&action.entity.text)?, action)));
            let first = tables.next();
            let other = tables.find(|(table, _)| first.is_some_and(|(first, _)| first != *table));
            // A transaction is a method of the first one's enum, and takes the handles of the others.
            if let (Some((_, other)), ActionsForm::Batch) = (other, pattern.form) {
                out.push(
                    Diagnostic::new(
                        Code::CollectionApart,
                        format!("`{}` is a batch over two tables", pattern.name.text),
                    )
                    .at(&other.entity.place, "in another table")
                    .help("make it a batch of each table, or a transaction: `transact: […]`")
                    .help("a program can fill one batch from every table of one client: `BatchWrite::new()`, `BatchGet::new(…)`")
                    .owner(pattern.owner())
                    .pattern(&pattern.name.text),
                );
                pattern.broken = true;
            }
            let table = first.map_or(0, |(table, _)| *table);
            parts[table].actions.push(pattern);
        }
        parts
    }
}

/// One line of `types:`.
#[derive(Clone, Debug)]
pub(crate) struct TypeSpec {
    pub(crate) entity: Option<String>,
    pub(crate) field: String,
    /// `None` if it was reported.
    pub(crate) kind: Option<KindDef>,
    /// The kind as written.
    pub(crate) written: String,
    pub(crate) place: Place,
}

/// A warning that a node of the list silences, with its reason.
#[derive(Clone, Debug)]
pub(crate) struct AllowSpec {
    pub(crate) code: Code,
    pub(crate) reason: String,
    pub(crate) place: Place,
}

/// Reads the sections of one file into `spec` and returns the files that it includes.
pub(crate) fn read(
    root: bool,
    source: &Arc<Source>,
    node: &Node,
    spec: &mut Spec,
    out: &mut Vec<Diagnostic>,
) -> Vec<Text> {
    let mut reader = Reader::new(out);
    let Some(map) = reader.map(node, "a list", "`table:`, `entities:` and `patterns:`") else {
        return Vec::new();
    };
    let mut include = Vec::new();
    let mut version = false;
    let top = Place::start_of(source);
    // The table comes first, wherever it stands: entities are read by its index names.
    if root {
        let find = |word: &str| map.entries.iter().find(|(key, _)| key.text == word);
        match (find("table"), find("tables")) {
            (Some((key, value)), None) => spec.table = table::read(&mut reader, key, value, None),
            (None, Some((_, value))) => {
                table::read_all(&mut reader, value, &mut spec.tables, &mut spec.broken_tables);
            }
            (Some((key, _)), Some((other, value))) => {
                reader.report(
                    Diagnostic::new(Code::WrongForm, "The list has `table:` and `tables:`")
                        .at(&other.place, "one of the two")
                        .related(&key.place, "the other one")
                        .help("move the table under `tables:`, with its name before it"),
                );
                table::read_all(&mut reader, value, &mut spec.tables, &mut spec.broken_tables);
            }
            (None, None) => reader.report(
                Diagnostic::new(Code::MissingWord, "The list does not describe its table")
                    .at(&top, "no `table:` in this file")
                    .help("add `table: { name: …, key: { partition: PK, sort: SK } }`"),
            ),
        }
    }
    for (key, value) in &map.entries {
        if !reader.word(key, &words::TOP) {
            continue;
        }
        match key.text.as_str() {
            "version" => {
                version = true;
                self::version(&mut reader, value);
            }
            "table" | "tables" if root => {}
            "table" | "tables" => reader.report(
                Diagnostic::new(Code::MisplacedSection, "An included file cannot describe the table")
                    .at(&key.place, format!("only the first file has `{}:`", key.text))
                    .help("move it to `patterns.yaml`"),
            ),
            "types" => types::read(&mut reader, value, &mut spec.types),
            "entities" => {
                let tables = entity::Tables {
                    all: spec.table.as_ref().map_or(spec.tables.as_slice(), std::slice::from_ref),
                    named: spec.table.is_none(),
                    broken: &spec.broken_tables,
                };
                entity::read(&mut reader, value, &tables, &mut spec.entities);
            }
            "patterns" => pattern::read(&mut reader, value, spec),
            _ => {
                for node in reader.items(value, "`include:`") {
                    if let Some(text) = reader.text(node, "a file's name") {
                        include.push(text);
                    }
                }
            }
        }
    }
    if root && !version {
        reader.report(
            Diagnostic::new(
                Code::MissingWord,
                "The list does not say which version of the language it is written in",
            )
            .at(&top, "no `version:` in this file")
            .help("begin the file with `version: 1`"),
        );
    }
    include
}

fn version(reader: &mut Reader<'_>, node: &Node) {
    let Some(text) = reader.text(node, "the version") else { return };
    if text.text != "1" {
        reader.report(
            Diagnostic::new(
                Code::UnsupportedVersion,
                format!("Version `{}` of the language is not known", text.text),
            )
            .at(&text.place, "this dal reads version 1")
            .help("write `version: 1`, or use a newer dal"),
        );
    }
}

/// Reads `allow: { code-name: why }`.
fn allow(reader: &mut Reader<'_>, node: &Node) -> Vec<AllowSpec> {
    let Some(map) = reader.map(node, "`allow:`", "a code's name and a reason") else { return Vec::new() };
    let mut list = Vec::new();
    for (key, value) in &map.entries {
        let reason = reason(reader, value, &format!("allowing `{}`", key.text));
        let Some(code) = Code::ALL.iter().copied().find(|code| code.name() == key.text) else {
            let warnings =
                || Code::ALL.iter().filter(|c| c.severity() == crate::diagnostic::Severity::Warning);
            reader.report(
                Diagnostic::new(Code::UnknownAllow, format!("No code has the name `{}`", key.text))
                    .at(&key.place, suggest::did_you_mean(&key.text, warnings().map(|c| c.name())))
                    .help(format!("these can be allowed: {}", suggest::names(warnings().map(|c| c.name())))),
            );
            continue;
        };
        if code.severity() == crate::diagnostic::Severity::Error {
            reader.report(
                Diagnostic::new(
                    Code::AllowedError,
                    format!("`{}` is an error, and errors cannot be allowed", key.text),
                )
                .at(&key.place, format!("{code}: {}", code.title()))
                .help("correct what it reports; only warnings take a reason"),
            );
            continue;
        }
        if let Some(reason) = reason {
            list.push(AllowSpec { code, reason: reason.text, place: key.place.clone() });
        }
    }
    list
}

/// A reason in prose: never empty.
fn reason(reader: &mut Reader<'_>, node: &Node, what: &str) -> Option<Text> {
    let empty = match &node.value {
        Value::Empty(_) => true,
        Value::Text(text) => text.text.trim().is_empty(),
        _ => false,
    };
    if empty {
        reader.report(
            Diagnostic::new(Code::EmptyReason, format!("The reason for {what} is empty"))
                .at(&node.place, "say why in a few words")
                .note("the reason is shown in every report and in the documentation of the generated code"),
        );
        return None;
    }
    reader.prose(node, "a reason")
}

/// Whether the word has a meaning in entities, so that an index cannot be called so.
pub(crate) fn is_entity_word(word: &str) -> bool {
    words::ENTITY.words.contains(&word)
}
