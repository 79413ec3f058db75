//! Records as the SDK gives them: `aws-sdk-dynamodbstreams`.

use std::collections::HashMap;
use std::time::SystemTime;

use aws_sdk_dynamodbstreams::types::AttributeValue;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{Change, Record};
use crate::entity::Table;
use crate::error::Error;
use crate::item::text_to_json;

type Item = HashMap<String, AttributeValue>;

impl<T: Table> Change<T> {
    /// A record of GetRecords. Needs the feature `streams`.
    ///
    /// # Errors
    ///
    /// [`Error::Items`] for a record that is not of a table like this one: its keys have other names, its event is unknown.
    /// An image that does not decode is no such error; it stands in its place.
    pub fn from_stream(record: &aws_sdk_dynamodbstreams::types::Record) -> Result<Self, Error> {
        let change = record.dynamodb.as_ref();
        let image = |image: Option<&Item>| image.map(json);
        Self::read(Record {
            event: record.event_name.as_ref().map_or("", |name| name.as_str()),
            principal: record.user_identity.as_ref().and_then(|identity| identity.principal_id.as_deref()),
            keys: change.and_then(|change| change.keys.as_ref()).map_or_else(|| b"{}".to_vec(), json),
            old: image(change.and_then(|change| change.old_image.as_ref())),
            new: image(change.and_then(|change| change.new_image.as_ref())),
            sequence_number: change.and_then(|change| change.sequence_number.clone()),
            event_id: record.event_id.clone(),
            created_at: change
                .and_then(|change| change.approximate_creation_date_time)
                .and_then(|time| SystemTime::try_from(time).ok()),
        })
    }
}

/// An item as DynamoDB JSON.
fn json(item: &Item) -> Vec<u8> {
    let mut to = Vec::with_capacity(256);
    map(item, &mut to);
    to
}

fn map(item: &Item, to: &mut Vec<u8>) {
    list(to, b"{}", item, |(name, value), to| {
        text_to_json(name, to);
        to.push(b':');
        self::value(value, to);
    });
}

/// Writes what `each` writes of each element, with commas between, inside a pair of brackets.
fn list<E>(
    to: &mut Vec<u8>,
    [open, close]: &[u8; 2],
    elements: impl IntoIterator<Item = E>,
    mut each: impl FnMut(E, &mut Vec<u8>),
) {
    to.push(*open);
    for (number, element) in elements.into_iter().enumerate() {
        if number > 0 {
            to.push(b',');
        }
        each(element, to);
    }
    to.push(*close);
}

fn value(value: &AttributeValue, to: &mut Vec<u8>) {
    let binary = |bytes: &[u8], to: &mut Vec<u8>| text_to_json(&STANDARD.encode(bytes), to);
    let mut tag = |name: &str| {
        to.extend_from_slice(b"{\"");
        to.extend_from_slice(name.as_bytes());
        to.extend_from_slice(b"\":");
    };
    match value {
        AttributeValue::S(text) => {
            tag("S");
            text_to_json(text, to);
        }
        AttributeValue::N(digits) => {
            tag("N");
            text_to_json(digits, to);
        }
        AttributeValue::B(bytes) => {
            tag("B");
            binary(bytes.as_ref(), to);
        }
        AttributeValue::Bool(flag) => {
            tag("BOOL");
            to.extend_from_slice(if *flag { b"true" } else { b"false" });
        }
        AttributeValue::Null(_) => {
            tag("NULL");
            to.extend_from_slice(b"true");
        }
        AttributeValue::M(item) => {
            tag("M");
            map(item, to);
        }
        AttributeValue::L(values) => {
            tag("L");
            list(to, b"[]", values, self::value);
        }
        AttributeValue::Ss(texts) => {
            tag("SS");
            list(to, b"[]", texts, |text, to| text_to_json(text, to));
        }
        AttributeValue::Ns(numbers) => {
            tag("NS");
            list(to, b"[]", numbers, |digits, to| text_to_json(digits, to));
        }
        AttributeValue::Bs(blobs) => {
            tag("BS");
            list(to, b"[]", blobs, |bytes, to| binary(bytes.as_ref(), to));
        }
        // A type of a newer SDK has no form here; the reader says which attribute holds it.
        _ => {
            to.push(b'{');
        }
    }
    to.push(b'}');
}
