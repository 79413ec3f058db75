//! Update: attributes of one item, and with them every index key that they feed.

use std::future::IntoFuture;

use dal_key::{KeyValue, PartSource, Parts};

use crate::attr::{Attr, Removable, Settable};
use crate::body::{Placeholders, key_value};
use crate::entity::{Entity, GroupParts, KeyGroup, KeyParts};
use crate::error::{Error, InvalidAttribute};
use crate::handle::{Handle, Reach};
use crate::item::{EncodeError, RawValue, ValueSerializer, attribute_with, value_to_json};
use crate::keys;
use crate::op::Pending;
use crate::op::action::{Action, Requires, Verb};
use crate::row::Row;
use crate::schema::{EntitySchema, IndexSchema};
use crate::wire::UpdateItem;

/// One UpdateItem: awaits to the whole item as it is stored afterwards.
///
/// It changes only what is set and removed, atomically, and only if the item exists: otherwise [`Error::NotFound`].
/// Attributes that feed index keys are set by their [group](Self::set_group), which writes the keys with them. It consumes
/// one write capacity unit per KB of the larger of the item before and after, and as much again for each index it changes.
#[derive(Debug)]
#[must_use = "nothing is written until it is awaited"]
pub struct Update<E: Entity> {
    reach: Reach,
    key: E::Key,
    changes: Result<Changes, EncodeError>,
    groups: Vec<(&'static [u16], Parts)>,
}

/// What an update does to each attribute: the last word on an attribute holds.
#[derive(Debug, Default)]
struct Changes(Vec<(&'static str, Option<Vec<u8>>)>);

impl Changes {
    fn put(&mut self, name: &'static str, value: Option<Vec<u8>>) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }
}

impl Changes {
    /// Puts a key attribute; of one that holds a field, what serde wrote must be the same.
    fn put_key(
        &mut self,
        name: &'static str,
        value: &KeyValue,
        schema: &'static EntitySchema,
    ) -> Result<(), Error> {
        let written = self.0.iter().find(|(known, _)| *known == name).and_then(|(_, json)| json.as_ref());
        if let Some(json) = written.filter(|_| schema.is_native(name)) {
            let written = RawValue::parse(json).and_then(|raw| raw.key_value());
            keys::agrees(written.ok().as_ref(), value).map_err(|error| {
                let source = error.in_attribute(name);
                Error::Encode(Box::new(InvalidAttribute { entity: schema.name, source }))
            })?;
        }
        self.put(name, Some(key_value(value)));
        Ok(())
    }
}

/// Receives the attributes of a [`KeyGroup`].
#[derive(Debug)]
pub struct GroupWriter<'a> {
    changes: &'a mut Result<Changes, EncodeError>,
}

impl GroupWriter<'_> {
    fn put(&mut self, name: &'static str, json: Result<Option<Vec<u8>>, EncodeError>) {
        if let Ok(changes) = self.changes {
            match json {
                Ok(json) => changes.put(name, json),
                Err(error) => *self.changes = Err(error.in_attribute(name)),
            }
        }
    }

    /// An attribute that every item has.
    pub fn required<V: serde::Serialize>(&mut self, name: &'static str, value: &V) {
        self.with(name, |to| value.serialize(to));
    }

    /// An attribute that is removed where there is no value.
    pub fn optional<V: serde::Serialize>(&mut self, name: &'static str, value: Option<&V>) {
        let json = value.map(|value| {
            let mut json = Vec::with_capacity(32);
            value_to_json(value, &mut json).map(|()| json)
        });
        self.put(name, json.transpose());
    }

    /// An attribute that serde's `with` writes; removed where that writes a `None`.
    pub fn with(
        &mut self,
        name: &'static str,
        write: impl FnOnce(ValueSerializer<'_>) -> Result<(), EncodeError>,
    ) {
        self.put(name, attribute_with(write));
    }
}

impl<E: Entity> Update<E> {
    pub(crate) fn new(handle: &impl Handle, key: E::Key) -> Self {
        Self { reach: handle.reach(), key, changes: Ok(Changes::default()), groups: Vec::new() }
    }

    /// Sets an attribute.
    pub fn set<V, R: Settable>(mut self, attribute: Attr<E, V, R>, value: impl Into<V>) -> Self {
        let json = attribute.json(&value.into());
        GroupWriter { changes: &mut self.changes }.put(attribute.name(), json.map(Some));
        self
    }

    /// Removes an attribute.
    pub fn remove<V, R: Removable>(mut self, attribute: Attr<E, V, R>) -> Self {
        GroupWriter { changes: &mut self.changes }.put(attribute.name(), Ok(None));
        self
    }

    /// Sets all attributes that feed the same index keys, and writes or removes those keys with them.
    pub fn set_group<G: KeyGroup<Entity = E>>(mut self, group: G) -> Self {
        group.attributes(&mut GroupWriter { changes: &mut self.changes });
        let mut parts = Parts::new();
        for number in 0..u16::try_from(E::SCHEMA.fields.len()).unwrap_or(u16::MAX) {
            if let Some(part) = PartSource::part(&GroupParts(&group), number) {
                parts.set(number, part.into_owned());
            }
        }
        self.groups.retain(|(indexes, _)| *indexes != G::INDEXES);
        self.groups.push((G::INDEXES, parts));
        self
    }

    pub(crate) fn action(self) -> Result<Action, Error> {
        let Self { reach, key, changes, groups } = self;
        let schema = E::SCHEMA;
        let mut changes = changes
            .map_err(|source| Error::Encode(Box::new(InvalidAttribute { entity: schema.name, source })))?;
        let text = keys::primary(schema, &KeyParts { tenant: &reach.tenant, key: &key, group: None })?;
        let sources: Vec<_> = groups
            .iter()
            .map(|(_, parts)| KeyParts { tenant: &reach.tenant, key: &key, group: Some(parts) })
            .collect();
        let mut touched: Vec<(&IndexSchema, &dyn PartSource)> = Vec::new();
        for ((indexes, _), source) in groups.iter().zip(&sources) {
            let of_schema = indexes.iter().filter_map(|number| schema.indexes.get(usize::from(*number)));
            touched.extend(of_schema.map(|index| (index, source as &dyn PartSource)));
        }
        for (name, value) in keys::changes(schema, &touched)? {
            match value {
                Some(value) => changes.put_key(name, &value, schema)?,
                None => changes.put(name, None),
            }
        }
        let mut action = Action::new(reach, Verb::Update, schema, "update", text);
        let expression = expression(changes, &mut action.placeholders);
        Ok(action.update(expression).require(Requires::Existence))
    }

    async fn run(self) -> Result<E, Error> {
        let schema = E::SCHEMA;
        let action = self.action()?;
        let answer = action.send(Some("ALL_NEW")).await?;
        let reach = &action.reach;
        let view = answer.view::<UpdateItem>(reach)?;
        let Some(raw) = view.attributes else {
            let problem = crate::error::ItemProblem::Attribute("the answer holds no attributes".to_owned());
            let entity = Some(schema.name);
            return Err(crate::error::ItemError {
                entity,
                key: action.key.to_string(),
                attribute: None,
                problem,
            }
            .into());
        };
        Ok(Row::new(raw, schema, &reach.tenant).entity()?)
    }
}

fn expression(changes: Changes, placeholders: &mut Placeholders) -> String {
    let (mut sets, mut removes) = (Vec::new(), Vec::new());
    for (name, value) in changes.0 {
        let name = placeholders.name(name);
        match value {
            Some(json) => sets.push(format!("{name} = {}", placeholders.value(json))),
            None => removes.push(name),
        }
    }
    let clause =
        |word: &str, parts: Vec<String>| (!parts.is_empty()).then(|| format!("{word} {}", parts.join(", ")));
    let clauses: Vec<String> = clause("SET", sets).into_iter().chain(clause("REMOVE", removes)).collect();
    clauses.join(" ")
}

impl<E: Entity> IntoFuture for Update<E> {
    type Output = Result<E, Error>;
    type IntoFuture = Pending<E>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
