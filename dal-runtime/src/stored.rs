//! Items that DynamoDB gave back beside an answer: the one that a failed condition found.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::attribute_map::from_attribute_values;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::RawItem;

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
