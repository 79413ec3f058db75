//! The data of a design: published items, and what each pattern must give.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Attributes or parameters by name.
pub type Values = Map<String, Value>;

/// `data.json` of a design.
#[derive(Deserialize)]
pub struct Data {
    pub tables: Vec<Keys>,
    pub items: Vec<Row>,
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
}

/// A table's key attributes, and those of all its indexes.
#[derive(Deserialize)]
pub struct Keys {
    pub name: String,
    /// The table's own: partition, then sort.
    pub key: Vec<String>,
    pub key_attributes: Vec<String>,
}

/// A published item.
#[derive(Clone, Deserialize)]
pub struct Row {
    pub id: String,
    pub entity: String,
    pub table: Option<String>,
    /// As it is stored; a set is written `{"SS": [...]}`.
    pub item: Values,
    /// Values that the published item holds inside its keys only.
    #[serde(default)]
    pub hidden: Values,
    /// In what it contradicts the design that published it, if it does: it is stored as the design says.
    pub mistake: Option<String>,
}

/// A pattern that reads: its example call, and the ids of the items that it must give.
#[derive(Deserialize)]
pub struct Read {
    pub name: String,
    pub params: Values,
    pub ids: Vec<String>,
    #[serde(default = "yes")]
    pub ordered: bool,
}

/// A pattern that writes: what is there before, and what must be there after.
#[derive(Deserialize)]
pub struct Write {
    pub name: String,
    #[serde(default)]
    pub params: Values,
    /// Attributes that items have before, instead of the published ones.
    #[serde(default)]
    pub given: BTreeMap<String, Values>,
    /// Items that are not there before.
    #[serde(default)]
    pub absent: Vec<String>,
    /// Attributes that published items have afterwards, besides the published ones (null: none); null: the item is gone.
    pub after: BTreeMap<String, Option<Values>>,
    /// Items that are new.
    #[serde(default)]
    pub new: Vec<New>,
}

/// An item that a write makes, and that is not a published one.
#[derive(Deserialize)]
pub struct New {
    pub entity: String,
    pub item: Values,
}

fn yes() -> bool {
    true
}

/// The directory of the designs.
pub fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

impl Data {
    pub fn of(design: &str) -> Self {
        let file = directory().join(design).join("data.json");
        let text =
            std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }

    pub fn row(&self, id: &str) -> &Row {
        self.items.iter().find(|row| row.id == id).unwrap_or_else(|| panic!("no item {id}"))
    }

    pub fn keys(&self, row: &Row) -> &Keys {
        match &row.table {
            None => self.tables.first(),
            Some(name) => self.tables.iter().find(|table| table.name == *name),
        }
        .unwrap_or_else(|| panic!("no table for {}", row.id))
    }
}

impl Row {
    /// The struct that the item is.
    pub fn value<E: DeserializeOwned>(&self) -> E {
        let mut all: Values = self.item.iter().map(|(name, value)| (name.clone(), plain(value))).collect();
        all.extend(self.hidden.clone());
        serde_json::from_value(Value::Object(all)).unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }

    /// With other attributes; null removes one.
    pub fn with(&self, changes: &Values) -> Self {
        let mut row = self.clone();
        for (name, value) in changes {
            if value.is_null() {
                row.item.remove(name);
            } else {
                row.item.insert(name.clone(), value.clone());
            }
        }
        row
    }

    /// The shard that the item was published in.
    pub fn shard(&self) -> u32 {
        let shard =
            self.hidden.get("shard").map(|shard| shard.as_str().map_or(shard.to_string(), str::to_owned));
        shard.and_then(|shard| shard.parse().ok()).unwrap_or_else(|| panic!("{} has no shard", self.id))
    }

    /// An attribute or hidden value that is text.
    pub fn text(&self, name: &str) -> &str {
        text(if self.item.contains_key(name) { &self.item } else { &self.hidden }, name)
    }
}

/// A text among the values.
pub fn text<'v>(values: &'v Values, name: &str) -> &'v str {
    values.get(name).and_then(Value::as_str).unwrap_or_else(|| panic!("no text {name} in {values:?}"))
}

/// A number among the values.
pub fn number(values: &Values, name: &str) -> u64 {
    values.get(name).and_then(Value::as_u64).unwrap_or_else(|| panic!("no number {name} in {values:?}"))
}

/// Sets as the sequences that serde knows.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(map) => match (map.len(), map.get("SS").or_else(|| map.get("NS"))) {
            (1, Some(elements)) => elements.clone(),
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}
