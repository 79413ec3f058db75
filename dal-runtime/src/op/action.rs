//! Actions: a write of one item, to be sent as a call of its own or as a part of a transaction.

use std::borrow::Cow;

use dal_key::KeyValue;

use super::{About, Sent, condition_failed, send, service};
use crate::body::{Body, Placeholders, key_value};
use crate::condition::{Condition, within_limits};
use crate::error::{ConditionFailed, Error, ItemTooLarge, NotUnique};
use crate::handle::Reach;
use crate::keys::KeyValues;
use crate::schema::EntitySchema;
use crate::stored::StoredItem;
use crate::wire::{CallError, DeleteItem, Op, PutItem, UpdateItem};

/// What an action does to its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Put,
    Update,
    Delete,
}

/// What an action needs of the item under its key, whatever else its condition says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Requires {
    Nothing,
    Absence,
    /// As [`Absence`](Self::Absence), or an item whose TTL is over: reads hide it, and a write may take its place.
    Vacancy,
    Existence,
}

/// One write of one item, or a check of it: everything that DynamoDB is to be told, except whether it stands alone.
///
/// Opaque outside the runtime: [`IntoActions`](crate::IntoActions) makes it from a write's builder.
#[derive(Clone, Debug)]
pub struct Action {
    pub(crate) reach: Reach,
    pub(crate) verb: Verb,
    pub(crate) entity: &'static EntitySchema,
    /// The name for the tracing span: of the pattern, or of the method.
    pub(crate) pattern: &'static str,
    pub(crate) key: KeyValues,
    /// Names and values of all its expressions.
    pub(crate) placeholders: Placeholders,
    requires: Requires,
    conditions: Vec<String>,
    /// How many operators and functions they have.
    operators: usize,
    /// Attributes that must be as they were loaded: the value as DynamoDB JSON, or none.
    unchanged: Vec<(Cow<'static, str>, Option<Vec<u8>>)>,
    /// The attribute of the version, and the version that the item must have.
    version: Option<(&'static str, i128)>,
    /// What it means, where the item is a guard, that it refuses.
    guard: Option<Box<NotUnique>>,
    /// The whole item of a put, as DynamoDB JSON.
    item: Option<Vec<u8>>,
    /// The size of that item by DynamoDB's rules.
    pub(crate) bytes: usize,
    update: Option<String>,
}

impl Action {
    pub(crate) fn new(
        reach: Reach,
        verb: Verb,
        entity: &'static EntitySchema,
        pattern: &'static str,
        key: KeyValues,
    ) -> Self {
        Self {
            reach,
            verb,
            entity,
            pattern,
            key,
            placeholders: Placeholders::default(),
            requires: Requires::Nothing,
            conditions: Vec::new(),
            operators: 0,
            unchanged: Vec::new(),
            version: None,
            guard: None,
            item: None,
            bytes: 0,
            update: None,
        }
    }

    /// The whole item that a put writes, and its size by DynamoDB's rules.
    pub(crate) fn item(mut self, json: Vec<u8>, bytes: usize) -> Self {
        self.item = Some(json);
        self.bytes = bytes;
        self
    }

    /// The update's expression, over [`placeholders`](Self::placeholders); none where it changes nothing.
    pub(crate) fn update(mut self, expression: String, operators: usize) -> Result<Self, Error> {
        within_limits(&expression, operators).map_err(|problem| problem.into_error(self.entity.name))?;
        self.update = Some(expression).filter(|text| !text.is_empty());
        Ok(self)
    }

    /// Adds to the condition that there is an item under the key, or none.
    pub(crate) fn require(mut self, requires: Requires) -> Self {
        let function = match requires {
            Requires::Nothing => return self,
            Requires::Absence | Requires::Vacancy => "attribute_not_exists",
            Requires::Existence => "attribute_exists",
        };
        let name = self.placeholders.name(self.entity.partition.name);
        self.requires = requires;
        let mut condition = [function, "(", &name, ")"].concat();
        if let (Requires::Vacancy, Some(ttl)) = (requires, self.entity.ttl) {
            let now = KeyValue::N(self.reach.core.clock.epoch_seconds().to_string());
            let (ttl, now) = (self.placeholders.name(ttl), self.placeholders.value(key_value(&now)));
            condition.push_str(&format!(" OR {ttl} <= {now}"));
            self.operators += 2;
        }
        self.condition(condition)
    }

    /// Adds to the condition, where other entities can have the key (`shares:`), that the item is one of its own entity, or
    /// that there is none.
    pub(crate) fn own_item(mut self) -> Self {
        let (true, Some(attribute)) = (self.entity.shared, self.entity.type_attribute) else { return self };
        let (key, attribute) =
            (self.placeholders.name(self.entity.partition.name), self.placeholders.name(attribute));
        let own = self.placeholders.value(key_value(&self.entity.type_value().into()));
        self.operators += 1;
        self.condition(format!("attribute_not_exists({key}) OR {attribute} = {own}"))
    }

    /// Adds to the condition an expression over [`placeholders`](Self::placeholders); all must hold.
    pub(crate) fn condition(mut self, expression: String) -> Self {
        self.conditions.push(expression);
        self.operators += 1;
        self
    }

    /// Adds conditions of the caller's; all must hold.
    pub(crate) fn only_if<E>(
        mut self,
        conditions: impl IntoIterator<Item = Condition<E>>,
    ) -> Result<Self, Error> {
        for condition in conditions {
            let expression = condition.into_expression();
            expression.check().map_err(|problem| problem.into_error(self.entity.name))?;
            let text = expression.render(&mut self.placeholders);
            self.operators += expression.operators();
            self.conditions.push(text);
        }
        Ok(self)
    }

    /// Adds to the condition that an attribute is as it was loaded: a value as DynamoDB JSON, or none. Where it is not, the
    /// action is refused with [`Error::Conflict`].
    pub(crate) fn unchanged(
        mut self,
        attribute: impl Into<Cow<'static, str>>,
        json: Option<Vec<u8>>,
    ) -> Self {
        let attribute = attribute.into();
        let name = self.placeholders.name(attribute.clone());
        let condition = match &json {
            Some(json) => format!("{name} = {}", self.placeholders.value(json.clone())),
            // NULL reads as no value, too.
            None => {
                let null = self.placeholders.value(br#"{"S":"NULL"}"#.to_vec());
                self.operators += 2;
                format!("attribute_not_exists({name}) OR attribute_type({name}, {null})")
            }
        };
        self.unchanged.push((attribute, json));
        self.condition(condition)
    }

    /// All its conditions as one expression.
    fn condition_expression(&self) -> Option<Cow<'_, str>> {
        match self.conditions.as_slice() {
            [] => None,
            [one] => Some(Cow::Borrowed(one)),
            all => {
                let all = all.iter().map(|one| format!("({one})")).collect::<Vec<_>>();
                Some(Cow::Owned(all.join(" AND ")))
            }
        }
    }

    /// Refuses a condition over DynamoDB's limits.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let Some(condition) = self.condition_expression() else { return Ok(()) };
        let joins = self.conditions.len().saturating_sub(1);
        within_limits(&condition, self.operators + joins)
            .map_err(|problem| problem.into_error(self.entity.name))
    }

    /// Says that the item is a guard, and what it means if it refuses.
    pub(crate) fn guard(mut self, refusal: NotUnique) -> Self {
        self.guard = Some(Box::new(refusal));
        self
    }

    /// Adds to the condition that the item has this version. One without a version has the version 0, and so has none. Where
    /// it has another, the action is refused with [`Error::VersionConflict`].
    pub(crate) fn version(mut self, expected: Option<i128>) -> Self {
        let (Some(expected), Some(fill)) = (expected, self.entity.managed.version) else { return self };
        let name = self.placeholders.name(fill.attribute);
        let value = self.placeholders.value(version_json(expected));
        let unversioned =
            if expected == 0 { format!("attribute_not_exists({name}) OR ") } else { String::new() };
        self.version = Some((fill.attribute, expected));
        self.condition(format!("{unversioned}{name} = {value}"))
    }

    /// About how many bytes it takes in a request.
    pub(crate) fn room(&self) -> usize {
        let item = self.item.as_ref().map_or(256, Vec::len);
        item + self.update.as_ref().map_or(0, String::len) + self.placeholders.room() + 256
    }

    /// The members of the request that are the same alone and in a transaction.
    fn members(&self, body: &mut Body) {
        match &self.item {
            Some(json) => body.json("Item", json),
            None => body.key(&self.key),
        };
        if let Some(update) = &self.update {
            body.text("UpdateExpression", update);
        }
        if let Some(condition) = self.condition_expression() {
            body.text("ConditionExpression", &condition);
            body.text("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
        }
        self.placeholders.write(body);
    }

    /// Writes it as an element of a transaction. An update that changes nothing is its condition alone.
    pub(crate) fn element(&self, body: &mut Body) {
        let name = match self.verb {
            Verb::Put => "Put",
            Verb::Delete => "Delete",
            Verb::Update if self.update.is_none() && !self.conditions.is_empty() => "ConditionCheck",
            Verb::Update => "Update",
        };
        body.whole(|body| {
            body.object(name, |body| {
                self.members(body);
                body.text("TableName", &self.reach.core.table);
            });
        });
    }

    /// Sends it as a call of its own, and asks for `returns`: `ALL_OLD` or `ALL_NEW`.
    pub(crate) async fn send(&self, returns: Option<&str>) -> Result<Sent, Error> {
        self.check()?;
        let mut body = Body::with_room(self.room());
        self.members(&mut body);
        if let Some(returns) = returns {
            body.text("ReturnValues", returns);
        }
        let about = About { entity: self.entity, pattern: self.pattern, index: None, condition: None };
        let body = body.finish();
        match self.verb {
            Verb::Put => self.answered::<PutItem>(send::<PutItem>(&self.reach, about, body).await),
            Verb::Update => self.answered::<UpdateItem>(send::<UpdateItem>(&self.reach, about, body).await),
            Verb::Delete => self.answered::<DeleteItem>(send::<DeleteItem>(&self.reach, about, body).await),
        }
    }

    fn answered<O: Op>(&self, answer: Result<Sent, CallError>) -> Result<Sent, Error> {
        let item = self.item.as_deref();
        answer.map_err(|error| match condition_failed(self.entity.name, self.key.to_string(), error, item) {
            Ok(failed) => self.refusal(failed),
            Err(error) if error.is_item_too_large() => too_large(self.entity.name, &self.key, None),
            Err(error) => service::<O>(&self.reach, error),
        })
    }

    /// The error that a failed condition of this action is.
    pub(crate) fn refusal(&self, failed: Box<ConditionFailed>) -> Error {
        if let Some(refusal) = &self.guard {
            return Error::NotUnique(refusal.clone());
        }
        let alone = self.conditions.len() == 1;
        match (self.requires, &failed.stored) {
            (Requires::Absence | Requires::Vacancy, stored) if stored.is_some() || alone => {
                Error::AlreadyExists(failed)
            }
            (Requires::Existence, stored) if stored.is_none() || alone => Error::NotFound(failed),
            (_, stored) if self.version.is_some_and(|version| !has_version(stored.as_ref(), version)) => {
                Error::VersionConflict(failed)
            }
            (_, Some(stored))
                if !self.unchanged.iter().all(|(name, json)| stored.holds(name, json.as_deref())) =>
            {
                Error::Conflict(failed)
            }
            _ => Error::ConditionFailed(failed),
        }
    }
}

/// A version as DynamoDB JSON.
fn version_json(version: i128) -> Vec<u8> {
    format!("{{\"N\":\"{version}\"}}").into_bytes()
}

fn has_version(stored: Option<&StoredItem>, (attribute, version): (&str, i128)) -> bool {
    let is = |json: Option<&[u8]>| stored.map_or(json.is_none(), |stored| stored.holds(attribute, json));
    is(Some(&version_json(version))) || version == 0 && is(None)
}

pub(crate) fn too_large(entity: &'static str, key: &KeyValues, bytes: Option<usize>) -> Error {
    Error::ItemTooLarge(Box::new(ItemTooLarge { entity, key: key.to_string(), bytes }))
}
