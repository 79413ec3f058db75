//! Update: attributes of one item, and with them every index key that they feed.

mod builder;
mod changes;
mod edit;
mod group;
mod patch;
mod returns;
mod stamped;
mod upsert;

use std::borrow::Cow;
use std::future::IntoFuture;
use std::marker::PhantomData;

use dal_key::{PartSource, Parts};

use self::builder::changing;
use self::changes::{Act, Changes};
pub use self::edit::Edit;
pub use self::group::GroupWriter;
pub use self::patch::Patch;
pub use self::returns::{FillIn, New, Nothing, Old, Returns};
pub use self::stamped::UpdateStamped;
pub use self::upsert::Upsert;
use crate::attr::{Attr, Removable, Settable};
use crate::condition::Condition;
use crate::entity::{Entity, GroupParts, KeyGroup, KeyParts};
use crate::error::Error;
use crate::handle::{Handle, Reach};
use crate::keys;
use crate::op::Pending;
use crate::op::action::{Action, Requires, Verb};
use crate::op::put::write;
use crate::path::{Attribute, Steps};
use crate::schema::IndexSchema;
use crate::upkeep::guards::Ready;
use crate::upkeep::stamps::{Stamped, Stamps};
use crate::values::{Elements, Number};

/// One UpdateItem: awaits to the whole item as it is stored afterwards, or to what [`returning_old`](Self::returning_old)
/// or [`returning_nothing`](Self::returning_nothing) say.
///
/// It changes only what is set, added and removed, atomically, and only if the item exists: otherwise
/// [`Error::NotFound`]. Attributes that feed index keys are set by their [group](Self::set_group), which writes the keys
/// with them. Without any change it only gives the item. The last word on an attribute holds; a place and another one
/// inside it, or two changes of one place that build on what is stored, are [`Error::Expression`] before anything is sent.
///
/// It consumes one write capacity unit per KB of the larger of the item before and after, and as much again for each index
/// it changes; a condition that fails costs as much.
#[derive(Debug)]
#[must_use = "nothing is written until it is awaited"]
pub struct Update<E: Entity, R = New> {
    reach: Reach,
    key: E::Key,
    changes: Changes,
    groups: Vec<(Cow<'static, [u16]>, Parts)>,
    conditions: Vec<Condition<E>>,
    /// The version that the stored item must have.
    version: Option<i128>,
    /// Why the item that it was made from cannot be written.
    refused: Option<Error>,
    returns: PhantomData<fn() -> R>,
}

changing!(Update, Settable, Removable);

impl<E: Entity> Update<E> {
    pub(crate) fn new(handle: &impl Handle, key: E::Key) -> Self {
        Self {
            reach: handle.reach(),
            key,
            changes: Changes::default(),
            groups: Vec::new(),
            conditions: Vec::new(),
            version: None,
            refused: None,
            returns: PhantomData,
        }
    }

    /// An update of an item that was loaded, of this version.
    pub(crate) fn loaded(item: &E, handle: &impl Handle, version: Option<i128>) -> Self {
        let update = Self::new(handle, item.key());
        // That it is of the handle's tenant is checked as in a write.
        let refused = write(item, &update.reach).err();
        Self { version, refused, ..update }
    }

    fn returning<R>(self) -> Update<E, R> {
        let Self { reach, key, changes, groups, conditions, version, refused, .. } = self;
        Update { reach, key, changes, groups, conditions, version, refused, returns: PhantomData }
    }

    /// Gives the item as it was before.
    pub fn returning_old(self) -> Update<E, Old> {
        self.returning()
    }

    /// Gives nothing, so that nothing is sent back or decoded.
    pub fn returning_nothing(self) -> Update<E, Nothing> {
        self.returning()
    }
}

impl<E: Entity, R> Update<E, R> {
    pub(crate) fn of_version(self, version: i128) -> Self {
        Self { version: Some(version), ..self }
    }

    /// Sets all attributes that feed the same index keys, and writes or removes those keys with them.
    ///
    /// A group with an attribute that is unique does not compile here: a [`Patch`] knows the value that is given up.
    pub fn set_group<G: KeyGroup<Entity = E>>(mut self, group: G) -> Self {
        const {
            assert!(
                !G::UNIQUE,
                "an update by key cannot set this group: one of its attributes is unique (`unique:`), and the value that is \
                 given up is known only to a write that loaded it: use `item.patch(..)` or `put`"
            );
        }
        group.attributes(&mut GroupWriter { changes: &mut self.changes });
        let mut parts = Parts::new();
        for number in 0..u16::try_from(E::SCHEMA.fields.len()).unwrap_or(u16::MAX) {
            if let Some(part) = PartSource::part(&GroupParts(&group), number) {
                parts.set(number, part.into_owned());
            }
        }
        self.groups.retain(|(indexes, _)| *indexes != G::INDEXES);
        self.groups.push((Cow::Borrowed(G::INDEXES), parts));
        self
    }

    pub(crate) fn action(self) -> Result<Action, Error> {
        let Self { reach, key, mut changes, mut groups, conditions, version, refused, .. } = self;
        if let Some(error) = refused {
            return Err(error);
        }
        let schema = E::SCHEMA;
        let text = keys::primary(schema, &KeyParts { tenant: &reach.tenant, key: &key, group: None })?;
        let stamps = Stamps::default().updated::<E>(&reach)?;
        for stamp in stamps.iter() {
            changes.attribute(stamp.fill.attribute, Some(stamp.json.clone()));
        }
        if let Some(fill) = schema.managed.version {
            changes.put(Steps::root(fill.attribute), Ok(Act::Sum(br#"{"N":"1"}"#.to_vec())));
        }
        // Indexes by the time of the last write whose keys need nothing but that and the primary key: no group has them.
        if let Some(fill) = schema.managed.updated {
            let known: Vec<u16> = groups.iter().flat_map(|(indexes, _)| indexes.iter().copied()).collect();
            let by_time = |index: &IndexSchema| index.numbers().any(|number| number == fill.field);
            let rest =
                (0..).zip(schema.indexes).filter(|(number, index)| by_time(index) && !known.contains(number));
            groups.push((Cow::Owned(rest.map(|(number, _)| number).collect()), Parts::new()));
        }
        let sources: Vec<_> = groups
            .iter()
            .map(|(_, parts)| KeyParts { tenant: &reach.tenant, key: &key, group: Some(parts) })
            .collect();
        let sources: Vec<_> = sources.iter().map(|rest| Stamped { stamps: &stamps, rest }).collect();
        let mut touched: Vec<(&IndexSchema, &dyn PartSource)> = Vec::new();
        for ((indexes, _), source) in groups.iter().zip(&sources) {
            let indexes = indexes.iter().filter_map(|number| schema.indexes.get(usize::from(*number)));
            touched.extend(indexes.map(|index| (index, source as &dyn PartSource)));
        }
        for (name, value) in keys::index_changes(schema, &touched)? {
            changes.key(schema, name, value.as_ref())?;
        }
        Action::new(reach, Verb::Update, schema, "update", text)
            .require(Requires::Existence)
            .own_item()
            .version(version)
            .only_if(conditions)?
            .changes::<E>(changes)
    }
}

impl<E: Entity, R: Returns> IntoFuture for Update<E, R> {
    type Output = Result<R::Output<E>, Error>;
    type IntoFuture = Pending<R::Output<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { returns::run::<E, R>(Ready::alone(self.action()?)).await })
    }
}

impl Action {
    /// What an update does, under the conditions that go with it.
    fn changes<E: Entity>(mut self, mut changes: Changes) -> Result<Self, Error> {
        changes.check().map_err(|problem| problem.into_error(E::SCHEMA.name))?;
        if let Some(guards) = changes.guards::<E>() {
            self = self.only_if([guards])?;
        }
        let (expression, operators) = changes.render(&mut self.placeholders);
        self.update(expression, operators)
    }
}
