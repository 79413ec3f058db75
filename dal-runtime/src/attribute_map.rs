//! Items from the SDK's attribute values: of a stream, the raw SDK, another crate.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dal_key::{KeyError, KeyValue};

use crate::codec::Loaded;
use crate::entity::Entity;
use crate::error::{Error, ItemError, ItemProblem};
use crate::item::{DecodeError, Layout, from_attributes, from_attributes_ref};
use crate::key_only::{self, KeyOnly};
use crate::schema::EntitySchema;
use crate::upkeep::guard::Guard;

mod sealed {
    #[allow(unreachable_pub)]
    pub trait Sealed {}
}

/// An item's attribute values: a map, whose texts are taken and not copied, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds no attribute values",
    note = "give a `HashMap<String, AttributeValue>`, whose texts are taken, or a reference to one"
)]
pub trait AttributeMap: sealed::Sealed {
    /// All of them.
    #[doc(hidden)]
    fn attributes(&self) -> &HashMap<String, AttributeValue>;

    /// Reads them; an error comes with the item's key.
    #[doc(hidden)]
    fn read<E: Entity>(self, layout: &Layout<'_>) -> Result<E, (DecodeError, String)>;
}

impl sealed::Sealed for HashMap<String, AttributeValue> {}

impl AttributeMap for HashMap<String, AttributeValue> {
    fn attributes(&self) -> &Self {
        self
    }

    fn read<E: Entity>(mut self, layout: &Layout<'_>) -> Result<E, (DecodeError, String)> {
        // The item's key is kept for a message. Where it is no field, nobody else asks for it.
        let schema = E::SCHEMA;
        let mut keep =
            |name| if schema.hidden.contains(&name) { self.remove(name) } else { self.get(name).cloned() };
        let (partition, sort) = (
            (schema.partition.name, keep(schema.partition.name)),
            schema.sort.as_ref().map(|sort| (sort.name, keep(sort.name))),
        );
        from_attributes(self, layout).map(|Loaded(item)| item).map_err(|error| {
            let keys = std::iter::once(&partition).chain(&sort);
            (error, shown(keys.map(|(name, value)| (*name, value.as_ref()))))
        })
    }
}

impl sealed::Sealed for &HashMap<String, AttributeValue> {}

impl AttributeMap for &HashMap<String, AttributeValue> {
    fn attributes(&self) -> &HashMap<String, AttributeValue> {
        self
    }

    fn read<E: Entity>(self, layout: &Layout<'_>) -> Result<E, (DecodeError, String)> {
        let read = from_attributes_ref(self, layout);
        read.map(|Loaded(item)| item).map_err(|error| (error, key_text(self, E::SCHEMA)))
    }
}

/// An entity from the attributes of an item that another path read.
///
/// # Errors
///
/// [`Error::Items`] when the item is another entity or does not decode.
pub(crate) fn from_attribute_values<E: Entity>(from: impl AttributeMap) -> Result<E, Error> {
    let schema = E::SCHEMA;
    let attributes = from.attributes();
    if let Some(guard) = Guard::of(attributes) {
        let problem = ItemProblem::Guard(format!("{}.{}", guard.entity, guard.attribute));
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
    let values = key_only_values::<E>(attributes)?;
    let broken = |key, error: &_| ItemError::decode(schema.name, key, error);
    let values = values.injected().map_err(|error| broken(key_text(attributes, schema), &error))?;
    let layout = Layout::new().hide(schema.hidden).inject(&values);
    from.read(&layout).map_err(|(error, key)| broken(key, &error).into())
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

fn key_text(attributes: &HashMap<String, AttributeValue>, schema: &'static EntitySchema) -> String {
    shown(schema.table_keys().map(|key| (key.name, attributes.get(key.name))))
}

/// Key attributes with their values, for messages.
fn shown<'a>(keys: impl Iterator<Item = (&'static str, Option<&'a AttributeValue>)>) -> String {
    let one = |(name, value): (&str, Option<&AttributeValue>)| match value.and_then(key_value) {
        Some(value) => format!("{name}={value}"),
        None => format!("{name}=?"),
    };
    keys.map(one).collect::<Vec<_>>().join(" ")
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
