//! `entities:`, with their keys.

use super::reader::capital;
use super::{AllowSpec, KeySpec, Reader, TableSpec, TemplateSpec, allow, keys, reason, template, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::suggest;
use crate::yaml::{Map, Node, Text, Value};

/// An entity as written.
#[derive(Debug)]
pub(crate) struct EntitySpec {
    pub(crate) name: Text,
    pub(crate) about: Option<Text>,
    pub(crate) partition: Option<TemplateSpec>,
    pub(crate) sort: Option<TemplateSpec>,
    /// The general form: key attributes with their templates.
    pub(crate) keys: Vec<KeySpec>,
    pub(crate) shard: Option<ShardSpec>,
    pub(crate) across_tenants: Option<Text>,
    pub(crate) entries: Vec<EntrySpec>,
    pub(crate) unique: Vec<UniqueSpec>,
    pub(crate) managed: Vec<ManagedSpec>,
    pub(crate) allow: Vec<AllowSpec>,
    /// Whether something of it was reported, so that checks leave it alone.
    pub(crate) broken: bool,
}

/// An entity's entry for an index, as written; or as it follows from the key attributes that the entity has.
#[derive(Debug)]
pub(crate) struct EntrySpec {
    pub(crate) index: Text,
    /// A template for each attribute of the index's partition key; none if nothing gives them.
    pub(crate) partition: Vec<TemplateSpec>,
    /// The same for the sort key.
    pub(crate) sort: Vec<TemplateSpec>,
    pub(crate) when: Vec<WhenSpec>,
    pub(crate) across_tenants: Option<Text>,
    pub(crate) allow: Vec<AllowSpec>,
}

/// `shard:` as written: the keys of an index spread over several partitions.
#[derive(Debug)]
pub(crate) struct ShardSpec {
    /// The index.
    pub(crate) of: Text,
    /// How many there are.
    pub(crate) count: u32,
    /// The first.
    pub(crate) from: u32,
    /// The field that says which; the whole primary key where it is left out or `random`.
    pub(crate) by: Option<Text>,
    pub(crate) place: Place,
}

/// One line of `unique:`, as written.
#[derive(Debug)]
pub(crate) struct UniqueSpec {
    /// The field whose values are unique.
    pub(crate) field: Text,
    /// The key of the guard.
    pub(crate) key: TemplateSpec,
    pub(crate) across_tenants: Option<Text>,
}

/// A field that the runtime fills, as written.
#[derive(Debug)]
pub(crate) struct ManagedSpec {
    pub(crate) role: ManagedRole,
    pub(crate) field: Text,
}

/// What the runtime fills a field with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ManagedRole {
    Version,
    Created,
    Updated,
}

impl ManagedRole {
    /// The word of the language.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::Created => "created",
            Self::Updated => "updated",
        }
    }
}

/// One condition of `when:`, as written.
#[derive(Debug)]
pub(crate) struct WhenSpec {
    pub(crate) field: Text,
    pub(crate) is: WhenSpecIs,
}

/// What a condition asks for.
#[derive(Debug)]
pub(crate) enum WhenSpecIs {
    Present,
    Absent,
    OneOf(Vec<Text>),
}

pub(crate) fn read(
    reader: &mut Reader<'_>,
    node: &Node,
    table: Option<&TableSpec>,
    list: &mut Vec<EntitySpec>,
) {
    let Some(map) = reader.map(node, "`entities:`", "entity names") else { return };
    for (name, value) in &map.entries {
        reader.enter_entity(&name.text);
        let entity = entity(reader, name, value, table);
        reader.leave();
        list.push(entity);
    }
}

fn entity(reader: &mut Reader<'_>, name: &Text, node: &Node, table: Option<&TableSpec>) -> EntitySpec {
    let mut entity = EntitySpec {
        name: name.clone(),
        about: None,
        partition: None,
        sort: None,
        keys: Vec::new(),
        shard: None,
        across_tenants: None,
        entries: Vec::new(),
        unique: Vec::new(),
        managed: Vec::new(),
        allow: Vec::new(),
        broken: false,
    };
    let mark = reader.mark();
    let map = reader.map(node, &format!("the entity `{}`", name.text), "its keys");
    for (word, value) in map.into_iter().flat_map(|map| &map.entries) {
        match word.text.as_str() {
            "about" => entity.about = reader.prose(value, "`about:`"),
            "partition" => entity.partition = template::read(reader, value, "the partition key"),
            "sort" => entity.sort = template::read(reader, value, "the sort key"),
            "keys" => entity.keys = keys::read(reader, value, table),
            "shard" => entity.shard = shard(reader, word, value),
            "across_tenants" => entity.across_tenants = reason(reader, value, "`across_tenants`"),
            "unique" => entity.unique = unique(reader, value),
            "version" => managed(reader, value, ManagedRole::Version, &mut entity.managed),
            "created" => managed(reader, value, ManagedRole::Created, &mut entity.managed),
            "updated" => managed(reader, value, ManagedRole::Updated, &mut entity.managed),
            "allow" => entity.allow = allow(reader, value),
            other => {
                let is_index = table.is_some_and(|t| t.indexes.iter().any(|index| index.name.text == other));
                if is_index {
                    if let Some(entry) = entry(reader, word, value) {
                        entity.entries.push(entry);
                    }
                } else if table.is_none_or(|t| t.broken_indexes.iter().any(|index| index == other)) {
                    // The index itself was reported.
                } else {
                    unknown(reader, word, value, table);
                }
            }
        }
    }
    entity.broken = map.is_none() || node.is_broken() || reader.failed_since(mark);
    if let Some(table) = table.filter(|_| !entity.broken) {
        keys::complete(&mut entity, table);
    }
    entity
}

/// How many shards a key may have: a read is a query of each.
const MOST_SHARDS: u32 = 100;

fn shard(reader: &mut Reader<'_>, word: &Text, node: &Node) -> Option<ShardSpec> {
    let map = reader.map(node, "`shard:`", "`of`, `count` and `by`")?;
    let (mut of, mut count, mut from, mut by) = (None, None, 0, None);
    let mark = reader.mark();
    for (word, value) in &map.entries {
        if !reader.word(word, &words::SHARD) {
            continue;
        }
        match word.text.as_str() {
            "of" => of = reader.text(value, "the index of `shard:`"),
            "count" => count = number(reader, value, "count", 2..=MOST_SHARDS),
            "from" => from = number(reader, value, "from", 0..=1_000_000).unwrap_or_default(),
            _ => by = reader.text(value, "`by:`").filter(|by| by.text != "random"),
        }
    }
    let missing = [("of", of.is_none()), ("count", count.is_none())];
    if let Some((name, _)) =
        missing.iter().find(|(_, missing)| *missing).filter(|_| !reader.failed_since(mark))
    {
        reader.report(
            Diagnostic::new(Code::MissingWord, format!("`shard:` does not say its `{name}`"))
                .at(&word.place, format!("`{name}:` is missing"))
                .help("write `shard: { of: GSI1, count: 8 }`"),
        );
    }
    Some(ShardSpec { of: of?, count: count?, from, by, place: word.place.clone() })
}

/// A number of a range.
pub(super) fn number(
    reader: &mut Reader<'_>,
    node: &Node,
    what: &str,
    range: std::ops::RangeInclusive<u32>,
) -> Option<u32> {
    let text = reader.text(node, &format!("`{what}:`"))?;
    let number = text.text.parse().ok().filter(|number| range.contains(number));
    if number.is_none() {
        reader.report(
            Diagnostic::new(
                Code::WrongValue,
                format!(
                    "`{what}:` takes a number from {} to {}, not `{}`",
                    range.start(),
                    range.end(),
                    text.text
                ),
            )
            .at(&text.place, if what == "from" { "" } else { "a read is a query of each" }),
        );
    }
    number
}

/// A word of an entity that is neither a word of the language nor an index.
fn unknown(reader: &mut Reader<'_>, word: &Text, value: &Node, table: Option<&TableSpec>) {
    let indexes: Vec<&str> =
        table.map(|t| t.indexes.iter().map(|index| index.name.text.as_str()).collect()).unwrap_or_default();
    let entry_like = matches!(&value.value, Value::Map(Map { entries, .. })
        if entries.iter().any(|(key, _)| matches!(key.text.as_str(), "partition" | "sort")));
    if entry_like && !words::ENTITY.later.contains(&word.text.as_str()) {
        let label = suggest::did_you_mean(&word.text, indexes.iter().copied());
        reader.report(
            Diagnostic::new(Code::UnknownIndex, format!("The table has no index `{}`", word.text))
                .at(&word.place, label)
                .help(match indexes.as_slice() {
                    [] => "the table has no indexes: declare it under `table: { indexes: … }`".to_owned(),
                    _ => format!("its indexes are {}", suggest::names(indexes.iter().copied())),
                }),
        );
    } else {
        reader.word_or(word, &words::ENTITY, &indexes);
    }
}

fn entry(reader: &mut Reader<'_>, index: &Text, node: &Node) -> Option<EntrySpec> {
    if let Value::List(_) = node.value {
        reader.not_built(index, "A list of alternatives for one index");
        return None;
    }
    let map = reader.map(node, &format!("the entry for `{}`", index.text), "`partition` and `sort`")?;
    let mut entry = EntrySpec {
        index: index.clone(),
        partition: Vec::new(),
        sort: Vec::new(),
        when: Vec::new(),
        across_tenants: None,
        allow: Vec::new(),
    };
    for (word, value) in &map.entries {
        if !reader.word(word, &words::ENTRY) {
            continue;
        }
        match word.text.as_str() {
            "partition" => {
                entry.partition = templates(reader, value, &format!("{}'s partition key", index.text));
            }
            "sort" => entry.sort = templates(reader, value, &format!("{}'s sort key", index.text)),
            "when" => entry.when = when(reader, value),
            "across_tenants" => entry.across_tenants = reason(reader, value, "`across_tenants`"),
            _ => entry.allow = allow(reader, value),
        }
    }
    Some(entry)
}

/// One template, or one for each attribute of the key.
fn templates(reader: &mut Reader<'_>, node: &Node, what: &str) -> Vec<TemplateSpec> {
    match &node.value {
        Value::List(items) => items.iter().filter_map(|item| template::read(reader, item, what)).collect(),
        _ => template::read(reader, node, what).into_iter().collect(),
    }
}

/// A field's name; reports what is none.
fn is_field(reader: &mut Reader<'_>, field: &Text) -> bool {
    let good = template::is_field(&field.text);
    if !good {
        reader.report(
            Diagnostic::new(Code::BadPart, format!("`{}` does not name a field", field.text))
                .at(&field.place, "not the name of a Rust field"),
        );
    }
    good
}

fn managed(reader: &mut Reader<'_>, node: &Node, role: ManagedRole, list: &mut Vec<ManagedSpec>) {
    let Some(field) = reader.text(node, &format!("`{}:`", role.word())) else { return };
    if is_field(reader, &field) {
        list.push(ManagedSpec { role, field });
    }
}

fn unique(reader: &mut Reader<'_>, node: &Node) -> Vec<UniqueSpec> {
    let Some(map) = reader.map(node, "`unique:`", "fields and keys") else { return Vec::new() };
    let mut list = Vec::new();
    for (field, value) in &map.entries {
        if !is_field(reader, field) {
            continue;
        }
        let what = format!("the unique key of `{}`", field.text);
        let (key, across_tenants) = match &value.value {
            // Braces without words are an unquoted template, which `template::read` explains.
            Value::Map(map)
                if map.entries.iter().any(|(word, _)| words::UNIQUE.built.contains(&word.text.as_str())) =>
            {
                let (mut key, mut across) = (None, None);
                for (word, value) in &map.entries {
                    if !reader.word(word, &words::UNIQUE) {
                        continue;
                    }
                    match word.text.as_str() {
                        "key" => key = template::read(reader, value, &what),
                        _ => across = reason(reader, value, "`across_tenants`"),
                    }
                }
                if !map.entries.iter().any(|(word, _)| word.text == "key") {
                    reader.report(
                        Diagnostic::new(Code::MissingWord, format!("{} is not given", capital(&what)))
                            .at(&field.place, "no `key:` in it")
                            .help(format!("add `key: '{}#{{{}}}'`", field.text.to_uppercase(), field.text)),
                    );
                }
                (key, across)
            }
            _ => (template::read(reader, value, &what), None),
        };
        if let Some(key) = key {
            list.push(UniqueSpec { field: field.clone(), key, across_tenants });
        }
    }
    list
}

fn when(reader: &mut Reader<'_>, node: &Node) -> Vec<WhenSpec> {
    let Some(map) = reader.map(node, "`when:`", "fields and values") else { return Vec::new() };
    let mut list = Vec::new();
    for (field, value) in &map.entries {
        if !is_field(reader, field) {
            continue;
        }
        let is = match &value.value {
            Value::Text(text) if text.text == "present" => WhenSpecIs::Present,
            Value::Text(text) if text.text == "absent" => WhenSpecIs::Absent,
            _ => match reader.texts(value, &format!("the values of `{}`", field.text)) {
                Some(values) => WhenSpecIs::OneOf(values),
                None => continue,
            },
        };
        list.push(WhenSpec { field: field.clone(), is });
    }
    list
}
