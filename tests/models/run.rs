//! Runs a design: stores the published items through typed writes, and calls every pattern.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::UNIX_EPOCH;

use aws_sdk_dynamodb::types::AttributeValue;
use dal::prelude::*;
use dal::{Entity, Error, FixedClock, Holds, Table};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::data::{Data, Keys, Read, Row, Values, Write as WriteCase};
use super::report::{Line, Report};

/// A design that dal serves.
pub trait Design {
    type Table: Table;
    /// The name of its directory.
    const NAME: &'static str;
    /// Its `patterns.yaml` and its `entities.rs`, to be counted.
    const SOURCES: [&'static str; 2];

    /// Creates its table, or all of its tables.
    async fn create(dal: &Dal<Self::Table>) -> Result<(), Error> {
        dal.create_table().await
    }

    /// Stores a published item.
    async fn store(dal: &Dal<Self::Table>, row: &Row) -> Result<(), Error>;

    /// Runs a pattern that reads; `None` if it is not served.
    async fn read(dal: &Dal<Self::Table>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error>;

    /// Runs a pattern that writes; `None` if it is not served.
    async fn write(dal: &Dal<Self::Table>, pattern: &str, example: &Example<'_>)
    -> Result<Option<()>, Error>;
}

/// The items that a read gave.
pub type Seen = Vec<SeenItem>;

/// An item that a read gave.
pub struct SeenItem {
    pub entity: &'static str,
    pub value: Value,
    /// What a published item of the entity reads as.
    pub published: fn(&Row) -> Value,
}

/// Items of one entity, for comparison.
pub fn seen<E: Entity + Serialize + DeserializeOwned>(items: impl IntoIterator<Item = E>) -> Seen {
    items.into_iter().map(|item| one(&item)).collect()
}

/// An item, for comparison.
pub fn one<E: Entity + Serialize + DeserializeOwned>(item: &E) -> SeenItem {
    fn value<E: Serialize>(item: &E) -> Value {
        serde_json::to_value(item).expect("an entity is JSON")
    }
    SeenItem { entity: E::SCHEMA.name, value: value(item), published: |row| value(&row.value::<E>()) }
}

/// The example call of a pattern that writes.
pub struct Example<'d> {
    data: &'d Data,
    case: &'d WriteCase,
}

impl Example<'_> {
    pub fn params(&self) -> &Values {
        &self.case.params
    }

    /// The published item that the example is about.
    pub fn row(&self, id: &str) -> &Row {
        self.data.row(id)
    }

    /// The published item that a pattern writes or deletes.
    pub fn only(&self) -> &Row {
        let mut ids = self.case.after.keys();
        let (Some(id), None) = (ids.next(), ids.next()) else {
            panic!("{} is about one item", self.case.name)
        };
        self.data.row(id)
    }

    /// What an attribute of that item is to become.
    pub fn to<V: DeserializeOwned>(&self, attribute: &str) -> V {
        let change = self.case.after[&self.only().id].as_ref().and_then(|changes| changes.get(attribute));
        let value = change.unwrap_or_else(|| panic!("{}: no change of {attribute}", self.case.name)).clone();
        serde_json::from_value(value).expect("a value of that type")
    }
}

impl Row {
    /// Writes the item, replacing what is under its key.
    pub async fn put<E, T>(&self, at: &E::Handle<T>) -> Result<(), Error>
    where
        E: Write + DeserializeOwned,
        T: Holds<E>,
    {
        self.value::<E>().put(at).await.map(drop)
    }

    /// Writes the item if there is none under its key.
    pub async fn create<E, T>(&self, at: &E::Handle<T>) -> Result<(), Error>
    where
        E: Write + DeserializeOwned,
        T: Holds<E>,
    {
        self.value::<E>().create(at).await.map(drop)
    }
}

/// Runs a design and adds it to the report.
pub async fn run<D: Design>(report: &mut Report) {
    let data = Data::of(D::NAME);
    let mut line = report.design(D::NAME, &data, D::SOURCES);
    let dal = table::<D>(&data, |row| Some(row.clone())).await;
    for row in &data.items {
        let stored = stored(&dal, &data, data.keys(row), &row.item).await;
        line.compare(data.keys(row), row, stored.as_ref());
    }
    for read in &data.reads {
        let answer = Box::pin(D::read(&dal, &read.name, &read.params)).await;
        let answer = answer.transpose().map(|answer| compared(&data, read, answer));
        line.pattern(&read.name, answer);
    }
    read_as_published::<D>(&data, &mut line).await;
    for case in &data.writes {
        let outcome = write::<D>(&data, case, line.may_differ()).await;
        line.pattern(&case.name, outcome);
    }
    report.add(line);
}

/// Reads the items as they were published, written by the SDK: a program that adopts the table finds them so. What
/// contradicts its own design is stored as that says.
async fn read_as_published<D: Design>(data: &Data, line: &mut Line) {
    let dal = table::<D>(data, |row| row.mistake.is_some().then(|| row.clone())).await;
    for row in data.items.iter().filter(|row| row.mistake.is_none()) {
        let table = if data.tables.len() > 1 { &data.keys(row).name } else { dal.table_name() };
        let item = row.item.iter().filter(|(_, value)| !value.is_null());
        let item = item.map(|(name, value)| (name.clone(), attribute(value))).collect();
        let put = dal.client().put_item().table_name(table).set_item(Some(item));
        put.send().await.unwrap_or_else(|error| panic!("{}: {} is not stored: {error:?}", D::NAME, row.id));
    }
    for read in &data.reads {
        let answer = Box::pin(D::read(&dal, &read.name, &read.params)).await;
        let Some(answer) = answer.transpose() else { continue };
        line.as_published(&read.name, compared(data, read, answer));
    }
}

/// Whether a read gave what it must.
fn compared(data: &Data, read: &Read, answer: Result<Seen, Error>) -> Result<(), String> {
    let seen = answer.map_err(|error| error.to_string())?;
    let mut ids: Vec<String> = seen.iter().map(|item| id_of(data, item)).collect();
    let mut expected = read.ids.clone();
    if !read.ordered {
        ids.sort();
        expected.sort();
    }
    if ids == expected { Ok(()) } else { Err(format!("gave {ids:?}, not {expected:?}")) }
}

fn attribute(value: &Value) -> AttributeValue {
    match value {
        Value::String(text) => AttributeValue::S(text.clone()),
        Value::Number(number) => AttributeValue::N(number.to_string()),
        Value::Bool(is) => AttributeValue::Bool(*is),
        Value::Array(list) => AttributeValue::L(list.iter().map(attribute).collect()),
        Value::Object(map) => {
            let texts = |set: &Value| set.as_array().map(|set| set.iter().map(text_of).collect());
            match (map.get("SS").and_then(texts), map.get("NS").and_then(texts)) {
                (Some(set), _) if map.len() == 1 => AttributeValue::Ss(set),
                (_, Some(set)) if map.len() == 1 => AttributeValue::Ns(set),
                _ => AttributeValue::M(
                    map.iter().map(|(name, value)| (name.clone(), attribute(value))).collect(),
                ),
            }
        }
        Value::Null => AttributeValue::Null(true),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A new table with the items that `of` gives for the published ones.
async fn table<D: Design>(data: &Data, of: impl Fn(&Row) -> Option<Row>) -> Dal<D::Table> {
    let dal = Dal::new(dal_local::memory().await.expect("an engine in memory"));
    // Published times are past: at the beginning of time nothing is expired.
    let dal = dal.with_clock(FixedClock(UNIX_EPOCH));
    D::create(&dal).await.expect("the tables are created");
    for row in data.items.iter().filter_map(of) {
        let stored = Box::pin(D::store(&dal, &row)).await;
        stored.unwrap_or_else(|error| panic!("{}: {} is not stored: {error}", D::NAME, row.id));
    }
    dal
}

/// The published item that an item is: the one that reads as the same value.
fn id_of(data: &Data, item: &SeenItem) -> String {
    let mut found =
        data.items.iter().filter(|row| row.entity == item.entity && (item.published)(row) == item.value);
    match (found.next(), found.next()) {
        (Some(row), None) => row.id.clone(),
        (Some(_), Some(_)) => format!("one of several {}", item.entity),
        (None, _) => format!("no published {}: {}", item.entity, item.value),
    }
}

/// Runs a pattern that writes on a table of its own.
async fn write<D: Design>(
    data: &Data,
    case: &WriteCase,
    may_differ: &BTreeSet<String>,
) -> Option<Result<(), String>> {
    let dal = table::<D>(data, |row| {
        let given = case.given.get(&row.id).map_or_else(|| row.clone(), |changes| row.with(changes));
        (!case.absent.contains(&row.id)).then_some(given)
    })
    .await;
    let done = Box::pin(D::write(&dal, &case.name, &Example { data, case })).await.transpose()?;
    if let Err(error) = done {
        return Some(Err(error.to_string()));
    }
    let mut wrong = Vec::new();
    for (id, changes) in &case.after {
        let row = data.row(id);
        let expected = changes.as_ref().map(|changes| row.with(changes).item);
        let found = stored(&dal, data, data.keys(row), &row.item).await;
        let hidden: Vec<&String> = row.hidden.keys().collect();
        match (&expected, &found) {
            (None, None) => {}
            (Some(expected), Some(found)) => {
                if let Some(difference) = difference(expected, found, &hidden, may_differ) {
                    wrong.push(format!("{id}: {difference}"));
                }
            }
            (None, Some(_)) => wrong.push(format!("{id} is still there")),
            (Some(_), None) => wrong.push(format!("{id} is not there")),
        }
    }
    for new in &case.new {
        let keys = &data.tables[0];
        match stored(&dal, data, keys, &new.item).await {
            Some(found) => wrong.extend(difference(&new.item, &found, &[], may_differ)),
            None => wrong.push(format!("the new {} is not there", new.entity)),
        }
    }
    Some(if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) })
}

/// The first difference of a stored item from what is expected; `hidden` attributes may be there besides.
fn difference(
    expected: &Values,
    stored: &Values,
    hidden: &[&String],
    may_differ: &BTreeSet<String>,
) -> Option<String> {
    let expected: BTreeMap<&String, &Value> = expected.iter().filter(|(_, value)| !value.is_null()).collect();
    for (name, value) in &expected {
        match stored.get(*name) {
            None => return Some(format!("{name} is not stored")),
            Some(found) if may_differ.contains(*name) && is_number_of(found, value) => {}
            Some(found) if !same(found, value) => return Some(format!("{name} is {found}, not {value}")),
            Some(_) => {}
        }
    }
    let extra = stored.keys().find(|name| !expected.contains_key(name) && !hidden.contains(name));
    extra.map(|name| format!("{name} is stored besides"))
}

/// Whether a number that is stored is the text that was published.
fn is_number_of(stored: &Value, published: &Value) -> bool {
    matches!((stored, published), (Value::Number(number), Value::String(text)) if number.to_string() == *text)
}

/// Whether two values are the same: numbers by value, sets in any order, an absent member of a map like null.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => match (set(a), set(b)) {
            (Some(a), Some(b)) => {
                let sorted = |set: &Vec<Value>| {
                    let mut texts: Vec<String> = set.iter().map(Value::to_string).collect();
                    texts.sort();
                    texts
                };
                sorted(a) == sorted(b)
            }
            _ => {
                let covers = |a: &Values, b: &Values| {
                    a.iter().all(|(name, value)| match b.get(name) {
                        Some(other) => same(value, other),
                        None => value.is_null(),
                    })
                };
                covers(a, b) && covers(b, a)
            }
        },
        (Value::Array(elements), Value::Object(map)) | (Value::Object(map), Value::Array(elements)) => {
            set(map).is_some_and(|set| same(&Value::Array(set.clone()), &Value::Array(elements.clone())))
        }
        _ => a == b,
    }
}

fn set(map: &Values) -> Option<&Vec<Value>> {
    let elements = map.get("SS").or_else(|| map.get("NS"))?;
    (map.len() == 1).then(|| elements.as_array()).flatten()
}

/// The item under the key of `item`, as it is stored.
async fn stored<T: Table>(dal: &Dal<T>, data: &Data, keys: &Keys, item: &Values) -> Option<Values> {
    let table = if data.tables.len() > 1 { &keys.name } else { dal.table_name() };
    let mut get = dal.client().get_item().table_name(table).consistent_read(true);
    for name in &keys.key {
        let value = match &item[name] {
            Value::Number(number) => AttributeValue::N(number.to_string()),
            value => AttributeValue::S(value.as_str().expect("a key is text or a number").to_owned()),
        };
        get = get.key(name, value);
    }
    Some(json(get.send().await.expect("the engine answers").item?))
}

fn json(attributes: HashMap<String, AttributeValue>) -> Values {
    fn value(of: AttributeValue) -> Value {
        match of {
            AttributeValue::S(text) => Value::String(text),
            AttributeValue::N(number) => serde_json::from_str(&number).expect("a number"),
            AttributeValue::Bool(is) => Value::Bool(is),
            AttributeValue::L(list) => list.into_iter().map(value).collect(),
            AttributeValue::M(map) => Value::Object(json(map)),
            AttributeValue::Ss(set) => Map::from_iter([("SS".to_owned(), Value::from(set))]).into(),
            AttributeValue::Ns(set) => {
                let numbers =
                    set.iter().map(|number| serde_json::from_str::<Value>(number).expect("a number"));
                Map::from_iter([("NS".to_owned(), numbers.collect())]).into()
            }
            _ => Value::Null,
        }
    }
    attributes.into_iter().map(|(name, of)| (name, value(of))).collect()
}
