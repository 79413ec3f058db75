//! Check: what a transaction needs of an item that it does not write.

use crate::condition::Condition;
use crate::entity::{Entity, KeyParts};
use crate::error::Error;
use crate::handle::{Handle, Reach};
use crate::keys;
use crate::op::action::{Action, Requires, Verb};

/// A ConditionCheck: a part of a [`Transaction`](crate::Transaction) that writes nothing, and cancels it unless the item
/// under the key exists, or is [absent](Self::absent), and meets the conditions of [`only_if`](Self::only_if).
///
/// It consumes as many write capacity units as a write of the item in a transaction: two per KB.
#[derive(Clone, Debug)]
#[must_use = "nothing is checked until it is added to a transaction"]
pub struct Check<E: Entity> {
    reach: Reach,
    key: E::Key,
    requires: Requires,
    conditions: Vec<Condition<E>>,
}

impl<E: Entity> Check<E> {
    pub(crate) fn new(handle: &impl Handle, key: E::Key) -> Self {
        Self { reach: handle.reach(), key, requires: Requires::Existence, conditions: Vec::new() }
    }

    /// There must be no item under the key, or one whose TTL is over.
    pub fn absent(mut self) -> Self {
        self.requires = Requires::Vacancy;
        self
    }

    /// The stored item must meet the condition, too; several must all hold.
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.conditions.push(condition);
        self
    }

    pub(crate) fn action(self) -> Result<Action, Error> {
        let Self { reach, key, requires, conditions } = self;
        let schema = E::SCHEMA;
        let text = keys::primary(schema, &KeyParts { tenant: &reach.tenant, key: &key, group: None })?;
        // An update that changes nothing is a check of its condition.
        Action::new(reach, Verb::Update, schema, "check", text).require(requires).only_if(conditions)
    }
}
