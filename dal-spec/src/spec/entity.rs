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
    /// The number of its table, in the order of the list; the first where it could not be told.
    pub(crate) table: usize,
    pub(crate) about: Option<Text>,
    pub(crate) partition: Option<TemplateSpec>,
    pub(crate) sort: Option<TemplateSpec>,
    /// The general form: key attributes with their templates.
    pub(crate) keys: Vec<KeySpec>,
    pub(crate) shard: Option<ShardSpec>,
    /// The entity's name in the attribute of `type:`, where it is not that of the struct.
    pub(crate) type_name: Option<Text>,
    /// The entities whose items can have its keys, on purpose.
    pub(crate) shares: Vec<Text>,
    /// Fields whose values live in key text only; what it says holds instead of what the table says.
    pub(crate) key_only: Option<Vec<Text>>,
    pub(crate) across_tenants: Option<Text>,
    pub(crate) entries: Vec<EntrySpec>,
    pub(crate) unique: Vec<UniqueSpec>,
    pub(crate) managed: Vec<ManagedSpec>,
    /// How large an item is, in bytes.
    pub(crate) size: Option<u32>,
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

pub(crate) fn read(reader: &mut Reader<'_>, node: &Node, tables: &Tables<'_>, list: &mut Vec<EntitySpec>) {
    let Some(map) = reader.map(node, "`entities:`", "entity names") else { return };
    for (name, value) in &map.entries {
        reader.enter_entity(&name.text);
        let entity = entity(reader, name, value, tables);
        reader.leave();
        list.push(entity);
    }
}

/// The tables that an entity can be in.
pub(crate) struct Tables<'t> {
    pub(crate) all: &'t [TableSpec],
    /// Whether entities say which of them.
    pub(crate) named: bool,
    /// Those that were reported.
    pub(crate) broken: &'t [String],
}

impl Tables<'_> {
    /// The number of the table of an entity; `None` after a report, and where its table was reported.
    fn of(&self, reader: &mut Reader<'_>, name: &Text, word: Option<&(Text, Node)>) -> Option<usize> {
        let names = || self.all.iter().filter_map(|table| table.rust.as_ref()).map(|rust| rust.text.as_str());
        match word {
            None if self.named && self.all.len() + self.broken.len() > 1 => {
                reader.report(
                    Diagnostic::new(
                        Code::MissingWord,
                        format!("`{}` does not say which table it is in", name.text),
                    )
                    .at(&name.place, "`table:` is missing")
                    .help(format!("the tables are {}", suggest::names(names()))),
                );
                None
            }
            None => (!self.all.is_empty()).then_some(0),
            Some((word, _)) if !self.named => {
                reader.report(
                    Diagnostic::new(Code::WrongForm, "The list has one table, and entities do not name it")
                        .at(&word.place, "remove it")
                        .help("several tables stand under `tables:`, each with its name before it"),
                );
                None
            }
            Some((_, value)) => {
                let table = reader.text(value, "the table of an entity")?;
                let found =
                    self.all.iter().position(|own| own.rust.as_ref().is_some_and(|r| r.text == table.text));
                if found.is_none() && !self.broken.contains(&table.text) {
                    reader.report(
                        Diagnostic::new(Code::WrongValue, format!("The list has no table `{}`", table.text))
                            .at(&table.place, suggest::did_you_mean(&table.text, names()))
                            .help(format!("its tables are {}", suggest::names(names()))),
                    );
                }
                found
            }
        }
    }
}

fn entity(reader: &mut Reader<'_>, name: &Text, node: &Node, tables: &Tables<'_>) -> EntitySpec {
    let mut entity = EntitySpec {
        name: name.clone(),
        table: 0,
        about: None,
        partition: None,
        sort: None,
        keys: Vec::new(),
        shard: None,
        type_name: None,
        shares: Vec::new(),
        key_only: None,
        across_tenants: None,
        entries: Vec::new(),
        unique: Vec::new(),
        managed: Vec::new(),
        size: None,
        allow: Vec::new(),
        broken: false,
    };
    let mark = reader.mark();
    let map = reader.map(node, &format!("the entity `{}`", name.text), "its keys");
    let said = map.and_then(|map| map.entries.iter().find(|(word, _)| word.text == "table"));
    let number = tables.of(reader, name, said);
    entity.table = number.unwrap_or_default();
    let table = number.and_then(|number| tables.all.get(number));
    for (word, value) in map.into_iter().flat_map(|map| &map.entries) {
        match word.text.as_str() {
            "table" => {}
            "about" => entity.about = reader.prose(value, "`about:`"),
            "partition" => entity.partition = template::read(reader, value, "the partition key"),
            "sort" => entity.sort = template::read(reader, value, "the sort key"),
            "keys" => entity.keys = keys::read(reader, value, table),
            "shard" => entity.shard = shard(reader, word, value),
            "type" => entity.type_name = reader.text(value, "the entity's name in the attribute of `type:`"),
            "shares" => entity.shares = reader.texts(value, "`shares:`").unwrap_or_default(),
            // Nothing of what the table says.
            "key_only" if matches!(&value.value, Value::List(list) if list.is_empty()) => {
                entity.key_only = Some(Vec::new());
            }
            "key_only" => entity.key_only = fields(reader, value, "`key_only:`"),
            "across_tenants" => entity.across_tenants = reason(reader, value, "`across_tenants`"),
            "unique" => entity.unique = unique(reader, value),
            "version" => managed(reader, value, ManagedRole::Version, &mut entity.managed),
            "created" => managed(reader, value, ManagedRole::Created, &mut entity.managed),
            "updated" => managed(reader, value, ManagedRole::Updated, &mut entity.managed),
            "size" => entity.size = super::load::size(reader, value),
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
    entity.broken =
        map.is_none() || (tables.named && number.is_none()) || node.is_broken() || reader.failed_since(mark);
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
            "count" => count = number(reader, value, "count", 2..=MOST_SHARDS, "a read is a query of each"),
            "from" => from = number(reader, value, "from", 0..=1_000_000, "").unwrap_or_default(),
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
    why: &str,
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
            .at(&text.place, why),
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
    if entry_like {
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

/// A list of fields; `None` if something was reported.
pub(super) fn fields(reader: &mut Reader<'_>, node: &Node, what: &str) -> Option<Vec<Text>> {
    let fields = reader.texts(node, what)?;
    let mark = reader.mark();
    for field in fields.iter().filter(|field| !template::is_field(&field.text)) {
        reader.report(
            Diagnostic::new(Code::BadPart, format!("`{}` does not name a field", field.text))
                .at(&field.place, "not the name of a Rust field"),
        );
    }
    (!reader.failed_since(mark)).then_some(fields)
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
                if map.entries.iter().any(|(word, _)| words::UNIQUE.words.contains(&word.text.as_str())) =>
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
