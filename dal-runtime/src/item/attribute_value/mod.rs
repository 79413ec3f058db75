//! The same conversions over the SDK's `AttributeValue`: for streams, the raw SDK and other crates.
//!
//! Written apart from the JSON path, so that each is a check on the other.

mod de;
mod ser;

use std::collections::HashMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::decimal as number;
use super::error::{DecodeError, EncodeError};
use super::json::{Scanner, Tag};
use super::raw::{Layout, RawItem};
use super::scalar::bytes_of;

/// Makes an item of a struct or a map. Attributes that are `None` are left out.
///
/// # Errors
///
/// A value that is no struct or map; a value that DynamoDB cannot hold; two attributes of one name.
pub fn to_attributes<T: Serialize + ?Sized>(
    value: &T,
) -> Result<HashMap<String, AttributeValue>, EncodeError> {
    match value.serialize(ser::ValueSer::item())? {
        AttributeValue::M(attributes) => {
            // Looked through, which is cheaper than a hash.
            if attributes.keys().any(String::is_empty) {
                return Err(EncodeError::new("the name of an attribute cannot be empty"));
            }
            Ok(attributes)
        }
        AttributeValue::Null(_) => Ok(HashMap::new()),
        _ => Err(EncodeError::new("an item is written from a struct or a map")),
    }
}

/// Makes an attribute value. A `None` is NULL.
///
/// # Errors
///
/// A value that DynamoDB cannot hold.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<AttributeValue, EncodeError> {
    value.serialize(ser::ValueSer::value())
}

/// Decodes an item, taking its strings.
///
/// # Errors
///
/// Names the attribute that is missing, malformed, or of another type.
pub fn from_attributes<T: DeserializeOwned>(
    attributes: HashMap<String, AttributeValue>,
    layout: &Layout<'_>,
) -> Result<T, DecodeError> {
    T::deserialize(de::ItemDe::<AttributeValue> { attributes: attributes.into_iter(), layout })
}

/// Decodes an item, borrowing its strings.
///
/// # Errors
///
/// Names the attribute that is missing, malformed, or of another type.
pub fn from_attributes_ref<'a, T: Deserialize<'a>>(
    attributes: &'a HashMap<String, AttributeValue>,
    layout: &Layout<'_>,
) -> Result<T, DecodeError> {
    T::deserialize(de::ItemDe::<&'a AttributeValue> { attributes: attributes.iter(), layout })
}

/// Decodes one attribute value.
///
/// # Errors
///
/// Names the path inside the value that is malformed or of another type.
pub fn from_value<T: DeserializeOwned>(value: AttributeValue) -> Result<T, DecodeError> {
    T::deserialize(de::Source::node(value)?)
}

/// The size of an item in bytes by DynamoDB's rules, as [`ItemWriter::finish`](super::ItemWriter::finish) gives it.
pub fn item_size(attributes: &HashMap<String, AttributeValue>) -> usize {
    attributes.iter().map(|(name, value)| name.len() + value_size(value)).sum()
}

fn value_size(value: &AttributeValue) -> usize {
    let number = |text: &String| number::check(text).unwrap_or(1);
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(text) => number(text),
        AttributeValue::B(bytes) => bytes.as_ref().len(),
        AttributeValue::Bool(_) | AttributeValue::Null(_) => 1,
        AttributeValue::Ss(set) => set.iter().map(String::len).sum(),
        AttributeValue::Ns(set) => set.iter().map(number).sum(),
        AttributeValue::Bs(set) => set.iter().map(|bytes| bytes.as_ref().len()).sum(),
        AttributeValue::L(list) => 3 + list.iter().map(|value| 1 + value_size(value)).sum::<usize>(),
        AttributeValue::M(map) => {
            3 + map.iter().map(|(name, value)| 1 + name.len() + value_size(value)).sum::<usize>()
        }
        _ => 0,
    }
}

impl RawItem<'_> {
    /// The item as the SDK represents it.
    ///
    /// # Errors
    ///
    /// Malformed JSON. Of attributes with the same name the last counts.
    pub fn to_attributes(&self) -> Result<HashMap<String, AttributeValue>, DecodeError> {
        read_map(&mut Scanner::new(self.json()))
    }
}

fn read_map(scan: &mut Scanner<'_>) -> Result<HashMap<String, AttributeValue>, DecodeError> {
    let mut map = HashMap::new();
    scan.expect(b'{', "expected a map")?;
    while let Some(name) = scan.member(map.is_empty())? {
        match read_value(scan) {
            Ok(value) => map.insert(name.into_owned(), value),
            Err(error) => return Err(error.in_attribute(name)),
        };
    }
    Ok(map)
}

fn read_list<T>(
    scan: &mut Scanner<'_>,
    read: impl Fn(&mut Scanner<'_>) -> Result<T, DecodeError>,
) -> Result<Vec<T>, DecodeError> {
    let mut list = Vec::new();
    scan.expect(b'[', "expected a list")?;
    while scan.element(list.is_empty())? {
        scan.whitespace();
        let element = read(scan).map_err(|error| error.in_element(list.len()))?;
        list.push(element);
    }
    Ok(list)
}

fn read_text(scan: &mut Scanner<'_>) -> Result<String, DecodeError> {
    scan.string().map(|text| text.into_owned())
}

fn read_bytes(scan: &mut Scanner<'_>) -> Result<Blob, DecodeError> {
    Ok(Blob::new(bytes_of(&scan.string()?)?))
}

fn read_value(scan: &mut Scanner<'_>) -> Result<AttributeValue, DecodeError> {
    let value = match scan.open()? {
        Tag::S => AttributeValue::S(read_text(scan)?),
        Tag::N => AttributeValue::N(read_text(scan)?),
        Tag::B => AttributeValue::B(read_bytes(scan)?),
        Tag::Bool => AttributeValue::Bool(scan.boolean()?),
        Tag::Null => AttributeValue::Null(scan.boolean()?),
        Tag::Ss => AttributeValue::Ss(read_list(scan, read_text)?),
        Tag::Ns => AttributeValue::Ns(read_list(scan, read_text)?),
        Tag::Bs => AttributeValue::Bs(read_list(scan, read_bytes)?),
        Tag::M => {
            scan.descend()?;
            let map = read_map(scan)?;
            scan.ascend();
            AttributeValue::M(map)
        }
        Tag::L => {
            scan.descend()?;
            let list = read_list(scan, read_value)?;
            scan.ascend();
            AttributeValue::L(list)
        }
    };
    scan.close()?;
    Ok(value)
}
