//! Batches of which a part is not processed.

use serde_json::{Map, Value};

/// Where a batch's answer gives back what was not processed.
fn field(operation: &str) -> Option<&'static str> {
    match operation {
        "BatchGetItem" => Some("UnprocessedKeys"),
        "BatchWriteItem" => Some("UnprocessedItems"),
        _ => None,
    }
}

/// The entries of a table in a batch's request: requests, or keys.
fn of_table(table: &Value) -> Option<&Vec<Value>> {
    table.as_array().or_else(|| table.get("Keys")?.as_array())
}

/// How many entries a batch has; `None` for other operations, and for what is no batch.
pub(super) fn entries(operation: &str, body: &[u8]) -> Option<usize> {
    field(operation)?;
    let request: Value = serde_json::from_slice(body).ok()?;
    let tables = request.get("RequestItems")?.as_object()?;
    Some(tables.values().filter_map(of_table).map(Vec::len).sum())
}

/// A batch cut in two: the request of the entries that are processed, and the tables with those that are not.
pub(super) struct Cut {
    pub(super) request: Vec<u8>,
    unprocessed: Map<String, Value>,
    field: &'static str,
}

/// Cuts a batch behind that many entries, at least one.
pub(super) fn cut(operation: &str, body: &[u8], processed: usize) -> Option<Cut> {
    let field = field(operation)?;
    let mut request: Value = serde_json::from_slice(body).ok()?;
    let tables = request.get_mut("RequestItems")?.as_object_mut()?;
    let mut left = processed.max(1);
    let mut unprocessed = Map::new();
    for (name, table) in tables.iter_mut() {
        let rest = {
            let entries = match &mut *table {
                Value::Array(entries) => entries,
                table => table.get_mut("Keys")?.as_array_mut()?,
            };
            let rest = entries.split_off(left.min(entries.len()));
            left -= entries.len();
            rest
        };
        if rest.is_empty() {
            continue;
        }
        // A table of keys keeps its projection and consistency.
        let given_back = match table {
            Value::Array(_) => Value::Array(rest),
            table => {
                let mut table = table.clone();
                table["Keys"] = Value::Array(rest);
                table
            }
        };
        unprocessed.insert(name.clone(), given_back);
    }
    tables.retain(|_, table| of_table(table).is_some_and(|entries| !entries.is_empty()));
    Some(Cut { request: serde_json::to_vec(&request).ok()?, unprocessed, field })
}

impl Cut {
    /// The answer of the part, with the rest given back.
    pub(super) fn answer(mut self, body: &[u8]) -> Option<Vec<u8>> {
        let mut answer: Value = serde_json::from_slice(body).ok()?;
        // The server may have left some of its part itself.
        if let Some(own) = answer.get_mut(self.field).and_then(Value::as_object_mut) {
            for (name, table) in std::mem::take(own) {
                match (self.unprocessed.get_mut(&name), table) {
                    (Some(Value::Array(all)), Value::Array(more)) => all.extend(more),
                    (Some(all), mut more) => {
                        let more = more.get_mut("Keys").and_then(Value::as_array_mut).map(std::mem::take);
                        all.get_mut("Keys")?.as_array_mut()?.extend(more?);
                    }
                    (None, table) => _ = self.unprocessed.insert(name, table),
                }
            }
        }
        answer.as_object_mut()?.insert(self.field.to_owned(), Value::Object(self.unprocessed));
        serde_json::to_vec(&answer).ok()
    }
}
