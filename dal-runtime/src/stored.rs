//! Items that DynamoDB gave back beside an answer: the one that a failed condition found.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dal_key::{KeyError, KeyValue};

use crate::codec::Loaded;
use crate::entity::Entity;
use crate::error::{Error, ItemError, ItemProblem};
use crate::item::{Layout, RawItem, from_attributes_ref};
use crate::key_only::{self, KeyOnly};
use crate::upkeep::guard::Guard;

/// An item as it is stored, not yet decoded.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredItem(pub(crate) HashMap<String, AttributeValue>);

impl StoredItem {
    /// All its attributes, keys included.
    pub fn attributes(&self) -> &HashMap<String, AttributeValue> {
        &self.0
    }

    /// Whether it has an attribute of that value, given as DynamoDB JSON, or none of that name.
    pub(crate) fn holds(&self, name: &str, json: Option<&[u8]>) -> bool {
        let stored = self.0.get(name).filter(|value| !value.is_null());
        let Some(json) = json else { return stored.is_none() };
        let item = [b"{\"v\":", json, b"}"].concat();
        let given = RawItem::parse(&item).and_then(|item| item.to_attributes());
        let given = given.ok().and_then(|mut item| item.remove("v"));
        stored.zip(given.as_ref()).is_some_and(|(stored, given)| same_value(stored, given))
    }

    /// The item as an `E`.
    ///
    /// # Errors
    ///
    /// [`Error::Items`] when it is another entity or does not decode.
    pub fn decode<E: Entity>(&self) -> Result<E, Error> {
        from_attribute_values(&self.0)
    }
}

/// Whether two values are equal as DynamoDB compares them: numbers by value, sets in any order.
fn same_value(one: &AttributeValue, other: &AttributeValue) -> bool {
    use AttributeValue::{Bs, L, M, N, Ns, Ss};
    let number = |one: &String, other: &String| {
        one == other
            || matches!((one.parse::<f64>(), other.parse::<f64>()), (Ok(one), Ok(other)) if one == other)
    };
    match (one, other) {
        (N(one), N(other)) => number(one, other),
        (Ns(one), Ns(other)) => {
            one.len() == other.len() && one.iter().all(|one| other.iter().any(|other| number(one, other)))
        }
        (Ss(one), Ss(other)) => one.len() == other.len() && one.iter().all(|one| other.contains(one)),
        (Bs(one), Bs(other)) => one.len() == other.len() && one.iter().all(|one| other.contains(one)),
        (L(one), L(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_value(one, other))
        }
        (M(one), M(other)) => {
            let same = |(name, one)| other.get(name).is_some_and(|other| same_value(one, other));
            one.len() == other.len() && one.iter().all(same)
        }
        _ => one == other,
    }
}

/// An entity from the attributes of an item that another path read: a stream, the raw SDK.
///
/// # Errors
///
/// [`Error::Items`] when the item is another entity or does not decode.
pub(crate) fn from_attribute_values<E: Entity>(
    attributes: &HashMap<String, AttributeValue>,
) -> Result<E, Error> {
    let schema = E::SCHEMA;
    if let Some(guard) = Guard::of(attributes) {
        let problem = crate::error::ItemProblem::Guard(format!("{}.{}", guard.entity, guard.attribute));
        let (key, entity) = (key_text(attributes, schema), Some(schema.name));
        return Err(ItemError { entity, key, attribute: None, problem }.into());
    }
    if let Some(found) = schema.type_attribute.and_then(|name| text(attributes, name))
        && found != schema.type_value()
    {
        let problem = ItemProblem::UnknownEntity(Some(found.to_owned()));
        let (key, entity) = (key_text(attributes, schema), Some(schema.name));
        return Err(
            ItemError { entity, key, attribute: schema.type_attribute.map(str::to_owned), problem }.into()
        );
    }
    let broken = |error: &_| ItemError::decode(schema.name, key_text(attributes, schema), error);
    let values = key_only_values::<E>(attributes)?;
    let values = values.injected().map_err(|error| broken(&error))?;
    from_attributes_ref(attributes, &Layout::new().hide(schema.hidden).inject(&values))
        .map(|Loaded(item)| item)
        .map_err(|error| broken(&error).into())
}

/// The values that live in keys only.
fn key_only_values<E: Entity>(attributes: &HashMap<String, AttributeValue>) -> Result<KeyOnly, ItemError> {
    let schema = E::SCHEMA;
    let mut values = KeyOnly::default();
    if schema.key_only.is_empty() {
        return Ok(values);
    }
    let refuse = |attribute: Option<&str>, error: KeyError| ItemError {
        entity: Some(schema.name),
        key: key_text(attributes, schema),
        attribute: attribute.map(str::to_owned),
        problem: ItemProblem::Key(error.problem.to_string()),
    };
    let value = |name: &'static str| Ok(attributes.get(name).and_then(key_value));
    let parts = key_only::parts(schema, value, |name, error| refuse(Some(name), error))?;
    let field = |error: &KeyError| error.part.and_then(|number| schema.field(number));
    E::key_only(&parts, &mut values).map_err(|error| refuse(field(&error), error))?;
    Ok(values)
}

fn text<'a>(attributes: &'a HashMap<String, AttributeValue>, name: &str) -> Option<&'a str> {
    attributes.get(name)?.as_s().ok().map(String::as_str)
}

fn key_text(
    attributes: &HashMap<String, AttributeValue>,
    schema: &'static crate::schema::EntitySchema,
) -> String {
    let shown = |name: &str| match attributes.get(name).and_then(key_value) {
        Some(value) => format!("{name}={value}"),
        None => format!("{name}=?"),
    };
    schema.table_keys().map(|key| shown(key.name)).collect::<Vec<_>>().join(" ")
}

/// The value as one of a key attribute, if it is of such a type.
pub(crate) fn key_value(value: &AttributeValue) -> Option<KeyValue> {
    match value {
        AttributeValue::S(text) => Some(KeyValue::S(text.clone())),
        AttributeValue::N(digits) => Some(KeyValue::N(digits.clone())),
        AttributeValue::B(bytes) => Some(KeyValue::B(bytes.as_ref().to_vec())),
        _ => None,
    }
}
