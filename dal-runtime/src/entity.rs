//! What the derive implements: entities, their keys, tables, and what a table holds.

use std::fmt;

use dal_key::{KeyError, Part, PartSource, Parts};

use crate::codec::{AttributesOf, Codec};
use crate::error::ItemError;
use crate::handle::Handle;
use crate::item::EncodeError;
use crate::key_only::KeyOnly;
use crate::row::{ReadItem, Row};
use crate::schema::{EntitySchema, TableSchema};
use crate::update::GroupWriter;
use crate::upkeep::modes::Writes;

/// A type of item: a struct that derives `SingleTable` and whose name stands under `entities:`.
///
/// Its attributes are serde's; its keys are built from its fields by the templates in `patterns.yaml`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no entity: it does not derive `SingleTable` [DAL0833]",
    label = "not derived",
    note = "an entity is a struct that derives `SingleTable`, and whose name stands under `entities:` in patterns.yaml"
)]
pub trait Entity: Send + Sync + Sized + 'static {
    /// The typed key, without the tenant.
    type Key: Key<Entity = Self>;

    /// What reaches its items: a [`Scope`](crate::Scope) for entities under a tenant, a [`Dal`](crate::Dal) for others.
    type Handle<T: Holds<Self>>: Handle;

    /// How its attributes are written and read: by serde.
    #[doc(hidden)]
    type Attributes: AttributesOf<Self>;

    /// How its items are written: whether dal fills fields of them, and whether values are unique.
    type Writes: Writes;

    /// Its names, templates and indexes.
    const SCHEMA: &'static EntitySchema;

    /// The attributes that serde knows, and whose values live in keys only: those of the schema's
    /// [`key_only`](EntitySchema::key_only).
    #[doc(hidden)]
    const KEY_ONLY: &'static [&'static str] = &[];

    /// Gives the values that live in keys only.
    ///
    /// # Errors
    ///
    /// When a part does not fit its field's type.
    #[doc(hidden)]
    fn key_only(parts: &Parts, to: &mut KeyOnly) -> Result<(), KeyError> {
        let (_, _) = (parts, to);
        Ok(())
    }

    /// The value of the field of that number, for keys.
    fn part(&self, field: u16) -> Option<Part<'_>>;

    /// The item's key.
    fn key(&self) -> Self::Key;

    /// The item of a row.
    ///
    /// # Errors
    ///
    /// When the row is another entity, does not decode, or names another tenant than the scope's.
    #[doc(hidden)]
    fn read(row: Row<'_>) -> Result<Self, ItemError> {
        row.entity()
    }

    /// Writes the value that dal fills a field with, as the attribute holds it, and sets the field of `of`.
    ///
    /// # Errors
    ///
    /// When the field's type does not hold the value, or it cannot be written.
    #[doc(hidden)]
    fn stamp(
        of: Option<&mut Self>,
        field: u16,
        part: Part<'_>,
        json: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let (_, _, _, _) = (of, field, part, json);
        Ok(())
    }
}

/// The typed key of an [`Entity`]: a struct with the fields of its primary key, without the tenant's.
pub trait Key: Clone + fmt::Debug + PartialEq + Send + Sync + Sized + 'static {
    /// The entity that it names.
    type Entity: Entity<Key = Self>;

    /// The value of the field of that number.
    fn part(&self, field: u16) -> Option<Part<'_>>;

    /// The key back from the parts of the table's key attributes.
    ///
    /// # Errors
    ///
    /// When a part is missing or does not fit its field's type.
    fn from_parts(parts: &Parts) -> Result<Self, KeyError>;
}

/// One part of the tenant that an entity lives under: its Rust type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no tenant: it does not derive `SingleTable`, or is another entity than that of patterns.yaml",
    label = "no tenant"
)]
pub trait TenantPart<const N: usize> {
    /// The type of the field.
    type Value: Clone + Send + Sync + 'static;

    /// How it is a part of keys.
    const CODEC: Codec<Self::Value>;
}

/// The tenant's part by an entity's key: where the entity is none, only that is said.
#[diagnostic::on_unimplemented(
    message = "the entity of `{Self}` names no tenant, and that of patterns.yaml does [DAL0830]",
    label = "no tenant"
)]
pub trait TenantOf<const N: usize> {
    /// The type of the field.
    type Value: Clone + Send + Sync + 'static;

    /// How it is a part of keys.
    const CODEC: Codec<Self::Value>;
}

#[diagnostic::do_not_recommend]
impl<const N: usize, K: Key<Entity: TenantPart<N>>> TenantOf<N> for K {
    type Value = <K::Entity as TenantPart<N>>::Value;
    const CODEC: Codec<Self::Value> = <K::Entity as TenantPart<N>>::CODEC;
}

/// A field of an entity that a collection's pattern takes as a parameter: its Rust type.
pub trait KeyField<const N: usize> {
    /// The type of the field.
    type Value: 'static;

    /// How it is a part of keys.
    const CODEC: Codec<Self::Value>;
}

/// A table: the enum of its entities that derives `SingleTable`.
pub trait Table: for<'a> ReadItem<'a> + Send + Sync + 'static {
    /// What names a tenant; `()` for a table without tenants.
    type Tenant: Clone + Send + Sync + 'static;

    /// Its names, indexes and entities.
    const SCHEMA: &'static TableSchema;

    /// The parts of a tenant, in the order of the `tenant:` template.
    fn tenant_parts(tenant: &Self::Tenant) -> Vec<Part<'_>>;
}

/// A table that holds items of entity `E`.
#[diagnostic::on_unimplemented(
    message = "the table `{Self}` holds no `{E}`",
    label = "`{E}` is not a variant of this table's enum",
    note = "add `{E}({E})` to the enum that derives `SingleTable`, and the entity to patterns.yaml"
)]
pub trait Holds<E>: Table {}

/// An entity whose keys in an index are spread over shards: `shard:` in patterns.yaml.
#[diagnostic::on_unimplemented(
    message = "the keys of `{Self}` are in no shards",
    label = "no `shard:` in patterns.yaml",
    note = "declare `shard: {{ of: <index>, count: <number> }}` on the entity"
)]
pub trait Sharded: Entity {}

/// Attributes that feed the same index keys, written together so that no index is left stale.
pub trait KeyGroup: Send + Sync {
    /// The entity they belong to.
    type Entity: Entity;

    /// The indexes they feed: numbers in [`EntitySchema::indexes`].
    const INDEXES: &'static [u16];

    /// Whether a unique value is made of them, so that only a write which knows the old value may set them.
    const UNIQUE: bool = false;

    /// The value of the field of that number.
    fn part(&self, field: u16) -> Option<Part<'_>>;

    /// Gives each attribute of the group to the update.
    fn attributes(&self, to: &mut GroupWriter<'_>);
}

/// An item as an index stores it: the projected attributes and the parts decoded from its keys.
///
/// It cannot be saved, because it is not the whole item.
pub trait Projection: for<'a> ReadItem<'a> + Send + 'static {
    /// The entity.
    type Entity: Entity;

    /// The key of the whole item.
    fn key(&self) -> <Self::Entity as Entity>::Key;
}

/// The declared collection of a pattern over several entities.
#[diagnostic::on_unimplemented(
    message = "patterns.yaml declares the collection `{Self}`, which does not derive `SingleTable` [DAL0833]",
    label = "the table's enum expects it",
    note = "derive `SingleTable` on it, or remove its pattern from patterns.yaml"
)]
pub trait DeclaredCollection {
    /// The pattern that it answers.
    const PATTERN: &'static str;
}

/// The parts of a whole entity.
pub(crate) struct EntityParts<'a, E>(pub(crate) &'a E);

impl<E: Entity> PartSource for EntityParts<'_, E> {
    fn part(&self, number: u16) -> Option<Part<'_>> {
        self.0.part(number)
    }
}

/// The parts of a tenant, then those of a typed key, then those of a group of attributes.
pub(crate) struct KeyParts<'a, K> {
    pub(crate) tenant: &'a [Part<'static>],
    pub(crate) key: &'a K,
    pub(crate) group: Option<&'a dyn PartSource>,
}

impl<K: Key> PartSource for KeyParts<'_, K> {
    fn part(&self, number: u16) -> Option<Part<'_>> {
        match self.tenant.get(usize::from(number)) {
            Some(part) => Some(part.clone()),
            None => self.key.part(number).or_else(|| self.group.and_then(|group| group.part(number))),
        }
    }
}

/// A group as a source of parts.
pub(crate) struct GroupParts<'a, G>(pub(crate) &'a G);

impl<G: KeyGroup> PartSource for GroupParts<'_, G> {
    fn part(&self, number: u16) -> Option<Part<'_>> {
        self.0.part(number)
    }
}
