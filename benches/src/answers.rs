//! What the server answers: bodies as DynamoDB writes them.

use std::fmt::Write as _;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::Map;

/// The answer to a write.
pub fn written() -> String {
    r#"{"ConsumedCapacity":{"CapacityUnits":3.0,"TableName":"shop"}}"#.to_owned()
}

/// The answer to a BatchWriteItem or a TransactWriteItems.
pub fn all_written() -> String {
    r#"{"ConsumedCapacity":[{"CapacityUnits":75.0,"TableName":"shop"}],"UnprocessedItems":{}}"#.to_owned()
}

/// The answer to a GetItem.
pub fn item(item: &Map) -> String {
    format!(r#"{{"ConsumedCapacity":{{"CapacityUnits":0.5,"TableName":"shop"}},"Item":{}}}"#, json(item))
}

/// The answer to a Query.
pub fn page(items: &[Map]) -> String {
    let count = items.len();
    let items: Vec<String> = items.iter().map(json).collect();
    format!(
        r#"{{"ConsumedCapacity":{{"CapacityUnits":12.5,"TableName":"shop"}},"Count":{count},"Items":[{}],"ScannedCount":{count}}}"#,
        items.join(",")
    )
}

/// DynamoDB gives attributes in an order of its own, which is neither that of the request nor that of their names: here it
/// is that of a hash of the name, the same for every item.
fn json(map: &Map) -> String {
    let hash = |name: &str| {
        name.bytes().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    };
    let mut names: Vec<&String> = map.keys().collect();
    names.sort_by_key(|name| hash(name));
    let members: Vec<String> = names
        .into_iter()
        .filter_map(|name| map.get(name).map(|value| format!("{}:{}", quoted(name), value_json(value))))
        .collect();
    format!("{{{}}}", members.join(","))
}

fn value_json(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => format!(r#"{{"S":{}}}"#, quoted(text)),
        AttributeValue::N(digits) => format!(r#"{{"N":"{digits}"}}"#),
        AttributeValue::Bool(value) => format!(r#"{{"BOOL":{value}}}"#),
        AttributeValue::L(list) => {
            let list: Vec<String> = list.iter().map(value_json).collect();
            format!(r#"{{"L":[{}]}}"#, list.join(","))
        }
        AttributeValue::M(map) => format!(r#"{{"M":{}}}"#, json(map)),
        AttributeValue::Ss(set) => {
            let set: Vec<String> = set.iter().map(|text| quoted(text)).collect();
            format!(r#"{{"SS":[{}]}}"#, set.join(","))
        }
        _ => r#"{"NULL":true}"#.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..='\u{1f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
