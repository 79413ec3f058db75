//! Guards as they are met in streams, exports and raw reads.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::guards::{FIELD, OF, OWNER};
use crate::item::RawItem;

/// A guard item: what keeps a value unique (`unique:` in patterns.yaml). It is an item of the table beside those of its
/// entities, with the sort key `$UNIQUE`, and in no index; patterns never return it.
///
/// Scans of a whole table leave guards out. Streams, exports and raw reads meet them: [`of`](Self::of) tells them from
/// items of entities, whose decoders refuse them with [`ItemProblem::Guard`](crate::ItemProblem::Guard).
///
/// A guard outlives its item where that was deleted by other means, its time to live among them. Then it stands in nobody's
/// way: the next write that wants the value takes it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Guard {
    /// The entity.
    pub entity: String,
    /// The field under `unique:`.
    pub attribute: String,
    /// The key attributes of the item that has the value.
    pub owner: HashMap<String, AttributeValue>,
}

impl Guard {
    /// The guard that these attributes are; `None` for any other item.
    pub fn of(attributes: &HashMap<String, AttributeValue>) -> Option<Self> {
        let text = |name| attributes.get(name)?.as_s().ok().cloned();
        let owner = attributes.get(OWNER)?.as_m().ok()?.clone();
        Some(Self { entity: text(OF)?, attribute: text(FIELD)?, owner })
    }

    /// What an undecoded item guards, in words, if it is a guard: `User.email`.
    pub(crate) fn of_raw(raw: RawItem<'_>) -> Option<String> {
        let text = |name| raw.text(name).ok().flatten();
        let is_guard = matches!(raw.find(OWNER), Ok(Some(_)));
        is_guard.then(|| Some(format!("{}.{}", text(OF)?, text(FIELD)?))).flatten()
    }
}
