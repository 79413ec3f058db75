//! `table:`, in DynamoDB's words.

use dal_key::AttributeType;

use super::{AllowSpec, Reader, TemplateSpec, allow, template, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::suggest;
use crate::yaml::{Node, Text, Value};

/// The table as written.
#[derive(Debug)]
pub(crate) struct TableSpec {
    /// The name that DynamoDB knows.
    pub(crate) name: Text,
    /// The name of its enum, where it is said; always for one of several tables.
    pub(crate) rust: Option<Text>,
    /// Whether it is one of several tables.
    pub(crate) is_named: bool,
    pub(crate) place: Place,
    pub(crate) partition: Text,
    /// Absent where a partition is one item.
    pub(crate) sort: Option<Text>,
    pub(crate) tenant: Option<TemplateSpec>,
    pub(crate) type_attribute: Option<Text>,
    pub(crate) ttl: Option<Text>,
    /// Whether text stands in keys as it is, unescaped.
    pub(crate) raw: bool,
    /// Fields whose values live in key text only, in every entity that has them in a key.
    pub(crate) key_only: Vec<Text>,
    pub(crate) indexes: Vec<IndexSpec>,
    /// The key attributes that say their type, of the table and of its indexes.
    pub(crate) types: Vec<TypedAttribute>,
    /// Names of indexes that were reported: nothing more is said about them.
    pub(crate) broken_indexes: Vec<String>,
    pub(crate) allow: Vec<AllowSpec>,
}

/// A key attribute that says its type: `{ score: N }`.
#[derive(Clone, Debug)]
pub(crate) struct TypedAttribute {
    pub(crate) name: Text,
    pub(crate) of: AttributeType,
}

/// An index as written.
#[derive(Debug)]
pub(crate) struct IndexSpec {
    pub(crate) name: Text,
    pub(crate) physical: Option<Text>,
    /// Whether it is local: its partition key is the table's.
    pub(crate) local: bool,
    /// The attributes of its partition key: at least one.
    pub(crate) partition: Vec<Text>,
    /// The attributes of its sort key.
    pub(crate) sort: Vec<Text>,
    pub(crate) project: Option<ProjectSpec>,
    pub(crate) allow: Vec<AllowSpec>,
}

impl IndexSpec {
    /// Its key attributes, partition first.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &Text> {
        self.partition.iter().chain(&self.sort)
    }
}

impl TableSpec {
    /// The name of its enum.
    pub(crate) fn enum_name(&self) -> String {
        self.rust.as_ref().map_or_else(|| suggest::upper_camel(&self.name.text), |rust| rust.text.clone())
    }

    /// Where the name of its enum is from.
    pub(crate) fn enum_place(&self) -> &Place {
        &self.rust.as_ref().unwrap_or(&self.name).place
    }

    /// The name of an index in `patterns.lock`.
    pub(crate) fn pinned_as(&self, index: &IndexSpec) -> String {
        if self.is_named {
            format!("{}.{}", self.enum_name(), index.name.text)
        } else {
            index.name.text.clone()
        }
    }

    /// The attributes of its own key, partition first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Text> {
        std::iter::once(&self.partition).chain(&self.sort)
    }

    /// Whether an attribute is one of the table's own key.
    pub(crate) fn is_key(&self, attribute: &str) -> bool {
        self.keys().any(|own| own.text == attribute)
    }

    /// Whether every item of an index has the attribute, because it is one of its keys or of the table's.
    pub(crate) fn holds_as_key(&self, index: &IndexSpec, attribute: &str) -> bool {
        self.is_key(attribute) || index.attributes().any(|key| key.text == attribute)
    }

    /// The type that a key attribute says it has.
    pub(crate) fn says(&self, attribute: &str) -> Option<AttributeType> {
        self.types.iter().find(|typed| typed.name.text == attribute).map(|typed| typed.of)
    }

    /// Whether every item is in an index, because all of its key attributes are the table's: an inverted one.
    pub(crate) fn holds_all(&self, index: &IndexSpec) -> bool {
        index.attributes().all(|attribute| self.is_key(&attribute.text))
    }
}

/// `project:` as written.
#[derive(Debug)]
pub(crate) enum ProjectSpec {
    All,
    Keys,
    List(Vec<Text>),
}

/// Reads `tables:`, each under the name of its enum.
pub(crate) fn read_all(
    reader: &mut Reader<'_>,
    node: &Node,
    list: &mut Vec<TableSpec>,
    broken: &mut Vec<String>,
) {
    let Some(map) = reader.map(node, "`tables:`", "names and tables") else { return };
    for (name, value) in &map.entries {
        match read(reader, name, value, Some(name)) {
            Some(table) => list.push(table),
            None => broken.push(name.text.clone()),
        }
    }
}

/// Reads a table; one of several is `named`.
pub(crate) fn read(
    reader: &mut Reader<'_>,
    key: &Text,
    node: &Node,
    named: Option<&Text>,
) -> Option<TableSpec> {
    let map = reader.map(node, "`table:`", "`name`, `key` and `indexes`")?;
    let mark = reader.mark();
    let (mut name, mut key_attributes, mut tenant, mut rust) = (None, None, None, named.cloned());
    let (mut type_attribute, mut ttl, mut key_only, mut allows) = (None, None, Vec::new(), Vec::new());
    let (mut indexes, mut broken_indexes, mut types) = (Vec::new(), Vec::new(), Vec::new());
    let (mut has_key, mut raw) = (false, false);
    for (word, value) in &map.entries {
        if !reader.word(word, &words::TABLE) {
            continue;
        }
        match word.text.as_str() {
            "name" => name = reader.text(value, "the table's name"),
            "rust" if named.is_some() => reader.report(
                Diagnostic::new(
                    Code::WrongForm,
                    "The enum of one of several tables has the table's name here",
                )
                .at(&word.place, "remove it")
                .help("the name in DynamoDB may be another: `name: …`"),
            ),
            "rust" => rust = reader.text(value, "the name of the table's enum"),
            "key" => {
                has_key = true;
                key_attributes = keys(reader, word, value, &mut types);
            }
            "tenant" => tenant = template::read(reader, value, "the tenant"),
            "type" => type_attribute = reader.text(value, "the attribute of `type:`"),
            "ttl" => ttl = reader.text(value, "the attribute of `ttl:`"),
            "text" => raw = self::raw(reader, value),
            "key_only" => key_only = super::entity::fields(reader, value, "`key_only:`").unwrap_or_default(),
            "indexes" => indexes_of(reader, value, &mut indexes, &mut broken_indexes, &mut types),
            _ => allows = allow(reader, value),
        }
    }
    if name.is_none() && !map.entries.iter().any(|(word, _)| word.text == "name") {
        name = named.cloned();
    }
    if name.is_none() && !map.entries.iter().any(|(word, _)| word.text == "name") {
        reader.report(missing(key, "name", "name: invocacare"));
    }
    if !has_key {
        reader.report(missing(key, "key", "key: { partition: PK, sort: SK }"));
    }
    let tenant_failed = tenant.is_none() && map.entries.iter().any(|(word, _)| word.text == "tenant");
    let (partition, sort) = key_attributes?;
    for index in indexes.iter_mut().filter(|index: &&mut IndexSpec| index.local) {
        index.partition = vec![Text::new(&partition.text, &index.name.place)];
    }
    let name = name?;
    // Without its tenant every entity would look unscoped.
    if tenant_failed && reader.failed_since(mark) {
        return None;
    }
    Some(TableSpec {
        name,
        rust,
        is_named: named.is_some(),
        place: key.place.clone(),
        partition,
        sort,
        tenant,
        type_attribute,
        ttl,
        raw,
        key_only,
        indexes,
        types,
        broken_indexes,
        allow: allows,
    })
}

/// `text: raw`
fn raw(reader: &mut Reader<'_>, node: &Node) -> bool {
    let Some(text) = reader.text(node, "`text:`") else { return false };
    if text.text != "raw" {
        reader.report(
            Diagnostic::new(Code::WrongValue, format!("`text:` takes `raw`, not `{}`", text.text))
                .at(&text.place, "write `raw`, or leave the line out")
                .note("text in keys is escaped, unless a table that exists has it as it is"),
        );
    }
    text.text == "raw"
}

fn missing(key: &Text, word: &str, example: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingWord, format!("The table has no `{word}:`"))
        .at(&key.place, format!("`{word}:` is missing"))
        .help(format!("add `{example}`"))
}

fn keys(
    reader: &mut Reader<'_>,
    key: &Text,
    node: &Node,
    types: &mut Vec<TypedAttribute>,
) -> Option<(Text, Option<Text>)> {
    let map = reader.map(node, "`key:`", "`partition` and `sort`")?;
    let (mut partition, mut sort, mut has_sort, mut has_partition) = (None, None, false, false);
    for (word, value) in &map.entries {
        if !reader.word(word, &words::KEY) {
            continue;
        }
        let attribute = if let Value::List(_) = value.value {
            reader.report(
                Diagnostic::new(
                    Code::WrongForm,
                    format!("The table's {} key is one attribute, not a list", word.text),
                )
                .at(&value.place, "a list")
                .note("only keys of global secondary indexes can have several attributes"),
            );
            None
        } else {
            attribute(reader, word, value, types)
        };
        if word.text == "partition" {
            has_partition = true;
            partition = attribute;
        } else {
            has_sort = true;
            sort = attribute;
        }
    }
    if !has_partition {
        reader.report(missing(key, "partition", "partition: PK"));
    }
    // One that was reported is not one that is left out.
    if has_sort && sort.is_none() {
        return None;
    }
    Some((partition?, sort))
}

/// The name of a key attribute; `{ score: N }` says its type.
fn attribute(
    reader: &mut Reader<'_>,
    word: &Text,
    node: &Node,
    types: &mut Vec<TypedAttribute>,
) -> Option<Text> {
    if let Value::Map(map) = &node.value {
        let [(name, of)] = map.entries.as_slice() else {
            reader.report(
                Diagnostic::new(Code::WrongForm, "A key attribute is one name, with its type")
                    .at(&node.place, "not one name")
                    .help("write `{ score: N }`, or a list for several attributes: `[{ region: S }, { score: N }]`"),
            );
            return None;
        };
        let text = reader.text(of, "the type of a key attribute")?;
        let of = match text.text.as_str() {
            "S" => AttributeType::S,
            "N" => AttributeType::N,
            "B" => AttributeType::B,
            other => {
                reader.report(
                    Diagnostic::new(Code::WrongValue, format!("`{other}` is no type of a key attribute"))
                        .at(&text.place, "S, N or B")
                        .note("DynamoDB's keys are strings (S), numbers (N) or binary (B)"),
                );
                return None;
            }
        };
        types.push(TypedAttribute { name: name.clone(), of });
        return Some(name.clone());
    }
    let text = reader.text(node, "the name of a key attribute")?;
    if text.text == "false" {
        reader.report(
            Diagnostic::new(Code::WrongValue, format!("`{}: false` names no attribute", word.text))
                .at(&text.place, "leave the line out")
                .help("a key without a sort key is written without `sort:`"),
        );
        return None;
    }
    Some(text)
}

/// The names of the attributes of an index's partition or sort key: one, or a list.
fn attributes(
    reader: &mut Reader<'_>,
    word: &Text,
    node: &Node,
    types: &mut Vec<TypedAttribute>,
) -> Vec<Text> {
    match &node.value {
        Value::List(items) => {
            if items.is_empty() {
                reader.report(
                    Diagnostic::new(Code::WrongForm, format!("`{}:` names no attribute", word.text))
                        .at(&node.place, "an empty list"),
                );
            }
            items.iter().filter_map(|item| attribute(reader, word, item, types)).collect()
        }
        _ => attribute(reader, word, node, types).into_iter().collect(),
    }
}

fn indexes_of(
    reader: &mut Reader<'_>,
    node: &Node,
    list: &mut Vec<IndexSpec>,
    broken: &mut Vec<String>,
    types: &mut Vec<TypedAttribute>,
) {
    let Some(map) = reader.map(node, "`indexes:`", "index names") else { return };
    for (name, value) in &map.entries {
        match index(reader, name, value, types) {
            Some(index) => list.push(index),
            None => broken.push(name.text.clone()),
        }
    }
}

fn index(
    reader: &mut Reader<'_>,
    name: &Text,
    node: &Node,
    types: &mut Vec<TypedAttribute>,
) -> Option<IndexSpec> {
    let map = reader.map(node, &format!("the index `{}`", name.text), "`partition`, `sort` and `project`")?;
    let mark = reader.mark();
    let (mut partition, mut sort, mut physical, mut project, mut allows) =
        (Vec::new(), Vec::new(), None, None, Vec::new());
    let mut has_partition = false;
    for (word, value) in &map.entries {
        if !reader.word(word, &words::INDEX) {
            continue;
        }
        match word.text.as_str() {
            "partition" => {
                has_partition = true;
                partition = attributes(reader, word, value, types);
            }
            "sort" => sort = attributes(reader, word, value, types),
            "name" => physical = reader.text(value, "the index's name in DynamoDB"),
            "project" => project = projection(reader, value),
            _ => allows = allow(reader, value),
        }
    }
    if !has_partition && !reader.failed_since(mark) {
        local(reader, name, &sort);
    }
    if reader.failed_since(mark) {
        return None;
    }
    let local = !has_partition;
    Some(IndexSpec { name: name.clone(), physical, local, partition, sort, project, allow: allows })
}

/// An index without a partition key of its own is local, and orders the table's partitions by another attribute.
fn local(reader: &mut Reader<'_>, name: &Text, sort: &[Text]) {
    match sort {
        [_] => {}
        [] => reader.report(
            Diagnostic::new(Code::MissingWord, format!("The index `{}` has no key", name.text))
                .at(&name.place, "`partition:` or `sort:` is missing")
                .help("a global secondary index: `{ partition: GSI1PK, sort: GSI1SK }`")
                .help("a local one, which orders the table's partitions by another attribute: `{ sort: LSI1SK }`"),
        ),
        [_, second, ..] => reader.report(
            Diagnostic::new(
                Code::WrongForm,
                format!("The local index `{}` has one attribute as its sort key, not a list", name.text),
            )
            .at(&second.place, "a second one")
            .note("only keys of global secondary indexes can have several attributes"),
        ),
    }
}

fn projection(reader: &mut Reader<'_>, node: &Node) -> Option<ProjectSpec> {
    if let Value::List(_) = node.value {
        return Some(ProjectSpec::List(reader.texts(node, "`project:`")?));
    }
    let text = reader.text(node, "`project:`")?;
    match text.text.as_str() {
        "all" => Some(ProjectSpec::All),
        "keys" => Some(ProjectSpec::Keys),
        other => {
            let label = match other {
                "ALL" => "write `all`".to_owned(),
                "KEYS_ONLY" | "keys_only" | "none" => "write `keys`".to_owned(),
                _ => format!("write `[{other}]` for one attribute"),
            };
            reader.report(
                Diagnostic::new(
                    Code::WrongValue,
                    format!("`project:` takes `all`, `keys` or a list, not `{other}`"),
                )
                .at(&text.place, label),
            );
            None
        }
    }
}
