//! Patch: a change of an item that was loaded, index keys and all.

use std::collections::BTreeSet;
use std::future::IntoFuture;

use super::Edit;
use super::builder::changing;
use super::changes::{Act, Changes};
use super::returns::{FillIn, New, Nothing, Old, Returns, run};
use dal_key::PartSource;

use crate::attr::{Attr, Patchable, Settable};
use crate::condition::Condition;
use crate::entity::{Entity, EntityParts};
use crate::error::{Error, InvalidAttribute};
use crate::handle::{Handle, Reach};
use crate::item::{DecodeError, EncodeError, RawItem};
use crate::keys;
use crate::op::action::{Action, Requires, Verb};
use crate::op::put::{Written, write};
use crate::op::{Pending, PendingIn};
use crate::path::Attribute;
use crate::row::Row;
use crate::schema::{EntitySchema, IndexSchema, UniqueKey};
use crate::upkeep::guards::{self, Ready};
use crate::upkeep::stamps::Stamps;
use crate::values::{Elements, Number};

/// One UpdateItem that changes any attributes but those of the primary key of a loaded item: awaits to the whole item as it
/// is stored afterwards.
///
/// It writes what is changed, and with it, atomically, the keys of every index that an attribute feeds: the item enters,
/// leaves and moves within its indexes. Such a key is also made of attributes that the patch does not change, as they were
/// loaded. So the patch has the condition that they are still so; where another writer changed one, nothing is written and
/// it awaits to [`Error::Conflict`], with the stored item. Other attributes may have changed meanwhile, and are kept.
/// If there is no item any more it awaits to [`Error::NotFound`].
///
/// The attributes it sets and removes are tried on the loaded item first: what would not read back as the entity is
/// [`Error::Encode`] before anything is sent.
///
/// An attribute that the stored item lacks, and that `#[serde(default)]` filled when it was loaded, is in conflict wherever
/// a key is made of it: set it too, or write the item with a put once.
///
/// It consumes what an [`Update`](crate::Update) does.
///
/// A patch that changes unique values (`unique:`) is a TransactWriteItems with their guards, which gives nothing back: the item
/// is read after it, or before it where that is asked for, and takes a GetItem more. The change is atomic; that read is another
/// call, and can find what was written in between.
#[derive(Debug)]
#[must_use = "nothing is written until it is awaited"]
pub struct Patch<E: Entity, R = New> {
    reach: Reach,
    loaded: Result<Written, Error>,
    changes: Changes,
    conditions: Vec<Condition<E>>,
    /// What dal fills in, and the version that the stored item must have.
    stamps: Stamps,
    version: Option<i128>,
    returns: R,
}

changing!(Patch, Patchable, Patchable);

impl<E: Entity> Patch<E> {
    pub(crate) fn new(item: &E, handle: &impl Handle) -> Self {
        let reach = handle.reach();
        Self {
            loaded: write(item, &reach),
            reach,
            changes: Changes::default(),
            conditions: Vec::new(),
            stamps: Stamps::default(),
            version: None,
            returns: New,
        }
    }

    fn returning<R>(self, returns: R) -> Patch<E, R> {
        let Self { reach, loaded, changes, conditions, stamps, version, .. } = self;
        Patch { reach, loaded, changes, conditions, stamps, version, returns }
    }

    /// Gives the item as it was before.
    pub fn returning_old(self) -> Patch<E, Old> {
        self.returning(Old)
    }

    /// Gives nothing, so that nothing is sent back or decoded.
    pub fn returning_nothing(self) -> Patch<E, Nothing> {
        self.returning(Nothing)
    }
}

impl<'a, E: Entity> Patch<E, FillIn<'a, E>> {
    /// A patch that fills the item in, with what dal fills in or what is wrong with that.
    pub(crate) fn filling(
        item: &'a mut E,
        handle: &impl Handle,
        stamps: Result<Stamps, Error>,
        version: Option<i128>,
    ) -> Self {
        let mut patch = Patch::new(&*item, handle);
        patch.version = version;
        match stamps {
            Ok(stamps) => patch.stamps = stamps,
            Err(error) => patch.loaded = Err(error),
        }
        patch.returning(FillIn(item))
    }
}

impl<E: Entity, R> Patch<E, R> {
    /// The action and its guards, the item with what is set and removed, and what it gives back.
    pub(crate) fn ready(self) -> Result<(Ready, E, R), Error> {
        let Self { reach, loaded, mut changes, conditions, stamps, version, returns } = self;
        let schema = E::SCHEMA;
        let loaded = loaded?;
        let key = loaded.key(schema)?;
        let Written { json, guards: old, .. } = loaded;
        for stamp in stamps.iter() {
            changes.attribute(stamp.fill.attribute, Some(stamp.json.clone()));
        }
        changes.check().map_err(|problem| problem.into_error(schema.name))?;
        let loaded = RawItem::parse(&json).map_err(|error| unreadable(schema, error.message()))?;
        let patched = patched(loaded, &changes).map_err(|error| unreadable(schema, error.message()))?;
        let patched: E = RawItem::parse(&patched)
            .map_err(|error| unreadable(schema, error.message()))
            .and_then(|raw| {
                Row::new(raw, schema, &reach.tenant)
                    .entity()
                    .map_err(|error| unreadable(schema, &error.to_string()))
            })?;

        let parts = EntityParts(&patched);
        let affected = affected(schema, &changes);
        let touched: Vec<_> = affected.iter().map(|index| (*index, &parts as &dyn PartSource)).collect();
        for (name, value) in keys::index_changes(schema, &touched)? {
            changes.key(schema, name, value.as_ref())?;
        }
        let new = guards::of(schema, &parts)?;
        let guards = guards::changes::<E>(&reach, (&key, &old), (&key, &new));
        let mut action = Action::new(reach, Verb::Update, schema, "patch", key)
            .require(Requires::Existence)
            .own_item()
            .version(version)
            .only_if(conditions)?;
        // The version is not enough: an item that was deleted and made anew counts from the beginning.
        let mut names = unchanged(schema, &affected, &changes);
        // The guard that is given up is that of the value that is stored: even a value that stays none, or the same, must
        // not be written over one that another writer set meanwhile.
        let touched = |unique: &&UniqueKey| unique.attributes.iter().any(|name| changes.touches(name));
        let unique = schema.unique.iter().filter(touched).flat_map(|unique| unique.attributes);
        names.extend(unique.copied().filter(|name| !names.contains(name)).collect::<BTreeSet<_>>());
        for name in names {
            let was = loaded.find(name).map_err(|error| unreadable(schema, error.message()))?;
            action = action.unchanged(name, was.map(|value| value.json().as_bytes().to_vec()));
        }
        Ok((Ready { action: action.changes::<E>(changes)?, guards }, patched, returns))
    }
}

/// The error of a patch that makes no item.
fn unreadable(schema: &'static EntitySchema, why: &str) -> Error {
    let source = EncodeError::new(format!("patched, {why}"));
    Error::Encode(Box::new(InvalidAttribute { entity: schema.name, source }))
}

/// The loaded item with the attributes that are set and removed as a whole.
fn patched(loaded: RawItem<'_>, changes: &Changes) -> Result<Vec<u8>, DecodeError> {
    let mut json = Vec::with_capacity(loaded.json().len() + 64);
    let mut write = |name: &str, value: &[u8]| {
        json.push(if json.is_empty() { b'{' } else { b',' });
        crate::item::text_to_json(name, &mut json);
        json.push(b':');
        json.extend_from_slice(value);
    };
    for attribute in loaded.attributes() {
        let (name, value) = attribute?;
        if changes.whole(&name).is_none() {
            write(&name, value.json().as_bytes());
        }
    }
    changes.set_attributes().for_each(|(name, value)| write(name, value));
    json.push(b'}');
    Ok(json)
}

/// The indexes whose keys are to be written: those that a changed attribute feeds, and those that share a key attribute
/// with one of them.
fn affected(schema: &'static EntitySchema, changes: &Changes) -> Vec<&'static IndexSchema> {
    let changed = |index: &IndexSchema| {
        index.numbers().any(|number| {
            number >= schema.primary_fields
                && schema.attribute(number).is_some_and(|name| changes.touches(name))
        })
    };
    let mut affected: Vec<&'static IndexSchema> =
        schema.indexes.iter().filter(|index| changed(index)).collect();
    let mut rest: Vec<_> = schema.indexes.iter().filter(|index| !changed(index)).collect();
    loop {
        let shares = |index: &IndexSchema| {
            let names = |index: &IndexSchema| index.keys().map(|key| key.name).collect::<Vec<_>>();
            let own = names(index);
            affected
                .iter()
                .any(|other| names(other).iter().any(|name| own.contains(name) && !schema.is_table_key(name)))
        };
        let Some(at) = rest.iter().position(|index| shares(index)) else { return affected };
        affected.push(rest.swap_remove(at));
    }
}

/// The attributes of which those indexes' keys are made, besides the primary key and what is changed.
fn unchanged(
    schema: &'static EntitySchema,
    affected: &[&'static IndexSchema],
    changes: &Changes,
) -> Vec<&'static str> {
    let mut names = Vec::new();
    for index in affected {
        let mut push = |name: &'static str| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        // An item can be in another shard than its primary key tells, and stays there.
        let is_shard = |number: &u16| schema.shard.is_some_and(|shards| shards.field == *number);
        let own = |number: &u16| *number >= schema.primary_fields && !is_shard(number);
        for number in index.numbers().filter(own) {
            match schema.attribute(number) {
                Some(name) if changes.touches(name) => {}
                Some(name) => push(name),
                // A value that only key text holds: the keys themselves must be as they were.
                None => {
                    index.keys().filter(|key| !schema.is_table_key(key.name)).for_each(|key| push(key.name))
                }
            }
        }
    }
    names
}

impl<E: Entity, R: Returns> IntoFuture for Patch<E, R> {
    type Output = Result<R::Output<E>, Error>;
    type IntoFuture = Pending<R::Output<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { run::<E, R>(self.ready()?.0).await })
    }
}

impl<'a, E: Entity> IntoFuture for Patch<E, FillIn<'a, E>> {
    type Output = Result<(), Error>;
    type IntoFuture = PendingIn<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let (ready, _, FillIn(item)) = self.ready()?;
            *item = run::<E, New>(ready).await?;
            Ok(())
        })
    }
}
