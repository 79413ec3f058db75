//! Rows: items of an answer, read into the types that a pattern gives.

use std::borrow::Cow;

use dal_key::{KeyError, KeyValue, Part, Parts};
use serde::Deserialize;

use crate::codec::{Codec, Loaded};
use crate::entity::Entity;
use crate::error::{ItemError, ItemProblem};
use crate::item::json::Scanner;
use crate::item::{
    Attributes, DecodeError, Expected, Fate, ItemDe, Layout, RawItem, ValueDeserializer, Watch,
};
use crate::key_only::{self, KeyOnly};
use crate::schema::{EntitySchema, KeyAttribute};
use crate::upkeep::guard::Guard;

/// What a page holds: read from one item of an answer. The lifetime lets it borrow from the page.
#[diagnostic::on_unimplemented(message = "`{Self}` is not read from items: it derives no `SingleTable`")]
pub trait ReadItem<'a>: Sized {
    /// Reads the item.
    ///
    /// # Errors
    ///
    /// When the item is not what the table's design says; the error names the entity, the key and the attribute.
    fn read(row: Row<'a>) -> Result<Self, ItemError>;

    /// Checks the item as [`read`](Self::read) does, where what it holds is read by another type.
    ///
    /// # Errors
    ///
    /// As those of `read`, but for attributes that do not decode.
    #[doc(hidden)]
    fn check(row: Row<'a>, known: &mut Known) -> Result<(), ItemError> {
        let _ = known;
        Self::read(row).map(drop)
    }

    /// Reads an item in one pass, where it is plain what it is; `None` where [`read`](Self::read) has to look.
    #[doc(hidden)]
    fn read_here(here: Here<'_, 'a>) -> Option<Self> {
        let _ = here;
        None
    }

    /// Checks an item in one pass, where it is plain what it is; `false` where [`check`](Self::check) has to look.
    #[doc(hidden)]
    fn check_here(here: Here<'_, 'a>, known: &Known) -> bool {
        let (_, _) = (here, known);
        false
    }
}

/// An item that a page's text goes on with, and what it must be to be read at once.
#[doc(hidden)]
#[derive(Debug)]
pub struct Here<'s, 'a> {
    scan: &'s mut Scanner<'a>,
    tenant: &'s [Part<'static>],
    ttl: Option<(&'static str, i64)>,
}

impl<'s, 'a> Here<'s, 'a> {
    pub(crate) const fn new(
        scan: &'s mut Scanner<'a>,
        tenant: &'s [Part<'static>],
        ttl: Option<(&'static str, i64)>,
    ) -> Self {
        Self { scan, tenant, ttl }
    }

    /// What to watch for, where the type attribute tells of which entity an item is.
    fn watch(&self, schema: &'static EntitySchema) -> Option<Watch> {
        let of = (schema.type_attribute?, schema.type_value());
        Some(Watch { of, ttl: self.ttl, is_of: false })
    }

    /// The item as an `E`, in one pass, if it is nothing else; `None` where that takes a closer look.
    pub(crate) fn entity<E: Entity>(self) -> Option<E> {
        let schema = E::SCHEMA;
        let mut watch = self.watch(schema).filter(|_| schema.key_only.is_empty())?;
        let layout = Layout::new().hide(schema.hidden);
        let item = ItemDe { scan: self.scan, layout: &layout, watch: Some(&mut watch) };
        let Loaded(item) = Loaded::<E>::deserialize(item).ok()?;
        (watch.is_of && is_of_tenant(&item, self.tenant)).then_some(item)
    }

    /// Whether the item is an `E` of a tenant that is known; `false` where that takes a closer look.
    fn check<E: Entity>(self, known: &Known) -> bool {
        let schema = E::SCHEMA;
        let fields = usize::from(schema.tenant_fields).min(self.tenant.len());
        let Some(mut watch) = self.watch(schema).filter(|_| known.tenant.len() == fields) else {
            return false;
        };
        let scan = self.scan;
        let of = schema.hidden.as_ptr().addr();
        let mut found = 0;
        let mut walk = || {
            scan.expect(b'{', "expected an item")?;
            let mut first = true;
            while let Some(name) = scan.member(first)? {
                first = false;
                // What is hidden does not matter here, and so what is watched for is all that is known of a name.
                let tenant = known.tenant.iter().find(|tenant| tenant.0 == name);
                let watched = scan.fate(of, || Fate { hidden: false, watched: watch.watches(&name) }).watched;
                if watched && !watch.admits(&name, scan) {
                    return Ok(false);
                }
                let value = scan.skip_value()?;
                if let Some(tenant) = tenant {
                    if tenant.1 != value {
                        return Ok(false);
                    }
                    found += 1;
                }
            }
            Ok::<_, DecodeError>(true)
        };
        walk().unwrap_or(false) && watch.is_of && found == fields
    }
}

/// Whether the fields that name an item's tenant are those of the scope.
fn is_of_tenant<E: Entity>(item: &E, tenant: &[Part<'static>]) -> bool {
    (0..E::SCHEMA.tenant_fields).zip(tenant).all(|(number, part)| item.part(number).as_ref() == Some(part))
}

/// What is known of the items that were checked before: how the attributes are written that name the scope's tenant.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Known {
    /// Each attribute's name and its value as it is written.
    tenant: Vec<(&'static str, String)>,
}

impl<'a, E: Entity> ReadItem<'a> for E {
    fn read(row: Row<'a>) -> Result<Self, ItemError> {
        row.entity()
    }

    fn check(row: Row<'a>, known: &mut Known) -> Result<(), ItemError> {
        row.check::<E>(known)
    }

    fn read_here(here: Here<'_, 'a>) -> Option<Self> {
        here.entity()
    }

    fn check_here(here: Here<'_, 'a>, known: &Known) -> bool {
        here.check::<E>(known)
    }
}

/// One item of an answer, not yet decoded.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    raw: RawItem<'a>,
    base: &'static EntitySchema,
    tenant: &'a [Part<'static>],
}

/// An item of an index: the parts decoded from its keys, and its attributes.
#[derive(Debug)]
pub struct ProjectedRow<'a> {
    row: Row<'a>,
    entity: &'static EntitySchema,
    parts: Parts,
    attributes: Attributes<'a>,
}

impl<'a> Row<'a> {
    pub(crate) const fn new(
        raw: RawItem<'a>,
        base: &'static EntitySchema,
        tenant: &'a [Part<'static>],
    ) -> Self {
        Self { raw, base, tenant }
    }

    pub(crate) const fn raw(&self) -> RawItem<'a> {
        self.raw
    }

    /// The item's primary key as text, for messages.
    pub(crate) fn key_text(&self) -> String {
        let mut text = String::new();
        for key in self.base.table_keys() {
            let value = self.raw.key_value(key.name).ok().flatten();
            let value = value.map_or_else(|| "?".to_owned(), |value| value.to_string());
            let space = if text.is_empty() { "" } else { " " };
            text.extend([space, key.name, "=", &value]);
        }
        text
    }

    fn error(
        &self,
        entity: Option<&'static str>,
        attribute: Option<&str>,
        problem: ItemProblem,
    ) -> ItemError {
        ItemError { entity, key: self.key_text(), attribute: attribute.map(str::to_owned), problem }
    }

    fn broken(&self, entity: &'static EntitySchema, error: &DecodeError) -> ItemError {
        ItemError::decode(entity.name, self.key_text(), error)
    }

    /// Which of `entities` the item is: by the type attribute, or else by its keys.
    ///
    /// # Errors
    ///
    /// When it is none of them.
    pub fn recognise(&self, entities: &[&'static EntitySchema]) -> Result<usize, ItemError> {
        let attribute = entities.iter().find_map(|entity| entity.type_attribute);
        let name = match attribute {
            Some(attribute) => self.raw.text(attribute).map_err(|error| {
                self.error(None, Some(attribute), ItemProblem::Attribute(error.message().to_owned()))
            })?,
            None => None,
        };
        let found = match &name {
            Some(name) => entities.iter().position(|entity| entity.type_value() == name),
            None => entities.iter().position(|entity| self.table_parts(entity).is_ok()),
        };
        found.ok_or_else(|| {
            if let Some(of) = Guard::of_raw(self.raw) {
                return self.error(None, None, ItemProblem::Guard(of));
            }
            let single = if let [entity] = entities { Some(entity.name) } else { None };
            self.error(single, attribute, ItemProblem::UnknownEntity(name.map(Cow::into_owned)))
        })
    }

    /// Whether it is of the entity, as far as its type attribute, or else its keys, tell.
    pub(crate) fn is_of(&self, entity: &'static EntitySchema) -> bool {
        let name = entity.type_attribute.map(|attribute| self.raw.text(attribute));
        match name {
            Some(Ok(Some(name))) => entity.type_value() == name,
            // What cannot be read is not left out: the error is given in its place.
            Some(Err(_)) => true,
            Some(Ok(None)) | None => self.table_parts(entity).is_ok(),
        }
    }

    /// Whether it is an item of one of these: by the type attribute, or else by its keys. What cannot be told is none.
    pub(crate) fn is_one_of(&self, entities: &'static [EntitySchema]) -> bool {
        entities.iter().any(|entity| {
            let name = entity.type_attribute.map(|attribute| self.raw.text(attribute));
            match name {
                Some(Ok(Some(name))) => entity.type_value() == name,
                Some(Err(_)) => false,
                Some(Ok(None)) | None => self.table_parts(entity).is_ok(),
            }
        })
    }

    /// The whole item as an `E`.
    ///
    /// # Errors
    ///
    /// When it is another entity, does not decode, or names another tenant than the scope's.
    pub fn entity<E: Entity>(self) -> Result<E, ItemError> {
        let schema = E::SCHEMA;
        // What is plainly an `E` is read at once; what is not takes a closer look, which says why.
        if let Some(item) = Here::new(&mut Scanner::new(self.raw.json()), self.tenant, None).entity() {
            return Ok(item);
        }
        self.recognise(&[schema])?;
        let layout = Layout::new().hide(schema.hidden);
        let loaded = if schema.key_only.is_empty() {
            self.raw.decode::<Loaded<E>>(&layout)
        } else {
            let values = self.key_only::<E>()?;
            values.injected().and_then(|values| self.raw.decode::<Loaded<E>>(&layout.inject(&values)))
        };
        let Loaded(item) = loaded.map_err(|error| self.broken(schema, &error))?;
        for (number, part) in (0..schema.tenant_fields).zip(self.tenant) {
            if item.part(number).as_ref() != Some(part) {
                return Err(self.error(Some(schema.name), schema.field(number), ItemProblem::OtherTenant));
            }
        }
        Ok(item)
    }

    /// The same of an item that is likely written as those before it, which it adds itself to.
    ///
    /// # Errors
    ///
    /// As those of [`entity`](Self::entity).
    pub(crate) fn entity_after<E: Entity>(self, before: &mut Expected<'a>) -> Result<E, ItemError> {
        let mut scan = Scanner::after(self.raw.json(), std::mem::take(before));
        let item = Here::new(&mut scan, self.tenant, None).entity();
        scan.learn();
        *before = scan.into_expected();
        item.map_or_else(|| self.entity(), Ok)
    }

    /// Whether the whole item is an `E` and of the scope's tenant, as [`entity`](Self::entity) finds it.
    fn check<E: Entity>(self, known: &mut Known) -> Result<(), ItemError> {
        let schema = E::SCHEMA;
        self.recognise(&[schema])?;
        let fields = usize::from(schema.tenant_fields).min(self.tenant.len());
        if fields == 0 {
            return Ok(());
        }
        // What is written as in an item that was read before names the same tenant: the same text reads as the same value.
        let texts = (0..schema.tenant_fields).take(fields).map(|number| {
            let name = if !schema.key_only.contains(&number) {
                schema.attribute(number)
            } else {
                Some(schema.partition.name).filter(|_| key_only::gives(&schema.partition, number))
            };
            let found = name.and_then(|name| Some((name, self.raw.find(name).ok().flatten()?)));
            found.map(|(name, value)| (name, value.json()))
        });
        let is_known = known.tenant.len() == fields
            && texts
                .clone()
                .zip(&known.tenant)
                .all(|(text, known)| text == Some((known.0, known.1.as_str())));
        if !is_known {
            self.entity::<E>()?;
            let owned = |(name, text): (&'static str, &str)| (name, text.to_owned());
            known.tenant = texts.map_while(|text| text.map(owned)).collect();
        }
        Ok(())
    }

    /// The whole item as a `T` of the caller's, which sees the attributes that the entity's own type sees, by a scanner that stands
    /// before it.
    pub(crate) fn read_as<E: Entity, T: Deserialize<'a>>(
        self,
        scan: &mut Scanner<'a>,
    ) -> Result<T, ItemError> {
        let schema = E::SCHEMA;
        let layout = Layout::new().hide(schema.hidden);
        let read = if schema.key_only.is_empty() {
            RawItem::decode_from(scan, &layout)
        } else {
            let values = self.key_only::<E>()?;
            values.injected().and_then(|values| RawItem::decode_from(scan, &layout.inject(&values)))
        };
        read.map_err(|error| self.broken(schema, &error))
    }

    /// The values that live in keys only.
    fn key_only<E: Entity>(&self) -> Result<KeyOnly, ItemError> {
        let schema = E::SCHEMA;
        let value =
            |name: &'static str| self.raw.key_value(name).map_err(|error| self.broken(schema, &error));
        let problem = |error: KeyError| ItemProblem::Key(error.problem.to_string());
        let parts = key_only::parts(schema, value, |name, error| {
            self.error(Some(schema.name), Some(name), problem(error))
        })?;
        let mut values = KeyOnly::default();
        E::key_only(&parts, &mut values).map_err(|error| {
            let field = error.part.and_then(|number| schema.field(number));
            self.error(Some(schema.name), field, problem(error))
        })?;
        Ok(values)
    }

    /// The item as the index of that number, in the entity's schema, stores it.
    ///
    /// # Errors
    ///
    /// When its keys are not of the entity's templates.
    pub fn projected(
        self,
        entity: &'static EntitySchema,
        index: usize,
    ) -> Result<ProjectedRow<'a>, ItemError> {
        let index = entity.indexes.get(index).into_iter().flat_map(|index| index.keys());
        self.with_keys(entity, entity.table_keys().chain(index))
    }

    /// The item as the table, or an index that stores all, holds it: the parts of the table's keys, and its attributes.
    ///
    /// # Errors
    ///
    /// When its keys are not of the entity's templates.
    pub fn selected(self, entity: &'static EntitySchema) -> Result<ProjectedRow<'a>, ItemError> {
        self.with_keys(entity, entity.table_keys())
    }

    /// The item's attributes, and the parts of these of its keys.
    fn with_keys<'k>(
        self,
        entity: &'static EntitySchema,
        keys: impl Iterator<Item = &'k KeyAttribute>,
    ) -> Result<ProjectedRow<'a>, ItemError> {
        let attributes = self.raw.table().map_err(|error| self.broken(entity, &error))?;
        let mut parts = Parts::new();
        for key in keys {
            self.parse(entity, key, attributes.key_value(key.name), &mut parts)?;
        }
        Ok(ProjectedRow { row: self, entity, parts, attributes })
    }

    fn table_parts(&self, entity: &'static EntitySchema) -> Result<Parts, ItemError> {
        let mut parts = Parts::new();
        entity
            .table_keys()
            .try_for_each(|key| self.parse(entity, key, self.raw.key_value(key.name), &mut parts))?;
        Ok(parts)
    }

    fn parse(
        &self,
        entity: &'static EntitySchema,
        key: &KeyAttribute,
        value: Result<Option<KeyValue>, DecodeError>,
        parts: &mut Parts,
    ) -> Result<(), ItemError> {
        let value = value.map_err(|error| self.broken(entity, &error))?;
        key.parse(value.as_ref(), parts).map_err(|error| {
            self.error(Some(entity.name), Some(key.name), ItemProblem::Key(error.problem.to_string()))
        })
    }

    /// Whether the TTL attribute says that the item is expired: DynamoDB deletes expired items only within days.
    pub(crate) fn is_expired(&self, ttl: Option<&str>, now: i64) -> bool {
        let expires = ttl.and_then(|name| self.raw.find(name).ok().flatten());
        expires.is_some_and(|value| value.is_time_up_to(now))
    }
}

impl ProjectedRow<'_> {
    /// The part of that number, decoded from the item's keys.
    ///
    /// # Errors
    ///
    /// When it does not fit the field's type.
    pub fn part<V>(&self, number: u16, codec: Codec<V>) -> Result<V, ItemError> {
        codec.take(&self.parts, number).map_err(|error| {
            let problem = ItemProblem::Key(error.problem.to_string());
            self.row.error(Some(self.entity.name), self.entity.field(number), problem)
        })
    }

    /// The whole item's typed key.
    ///
    /// # Errors
    ///
    /// When a part does not fit its field's type.
    pub fn key<E: Entity>(&self) -> Result<E::Key, ItemError> {
        <E::Key as crate::entity::Key>::from_parts(&self.parts).map_err(|error| {
            self.row.error(Some(self.entity.name), None, ItemProblem::Key(error.problem.to_string()))
        })
    }
}

impl<'a> ProjectedRow<'a> {
    /// The name that the attribute has in this item: its own, or else the first of its aliases that is there.
    pub fn named(&self, name: &'static str, aliases: &[&'static str]) -> &'static str {
        let known = |name: &str| self.attributes.find(name).is_some();
        if known(name) { name } else { aliases.iter().copied().find(|alias| known(alias)).unwrap_or(name) }
    }

    /// The attribute of that name.
    ///
    /// # Errors
    ///
    /// When it is missing and not optional, or does not decode.
    pub fn attribute<V: Deserialize<'a>>(&self, name: &'static str) -> Result<V, ItemError> {
        let (row, entity) = (self.row, self.entity);
        self.attributes.get(name).map_err(|error| row.broken(entity, &error))
    }

    /// The attribute of that name, or what `default` gives if it is missing.
    ///
    /// # Errors
    ///
    /// When it does not decode.
    pub fn attribute_or<V: Deserialize<'a>>(
        &self,
        name: &'static str,
        default: impl FnOnce() -> V,
    ) -> Result<V, ItemError> {
        let (row, entity) = (self.row, self.entity);
        self.attributes.get_or_else(name, default).map_err(|error| row.broken(entity, &error))
    }

    /// The attribute of that name, read by the functions of serde's `with`.
    ///
    /// # Errors
    ///
    /// When it is missing or does not decode.
    pub fn attribute_with<V>(
        &self,
        name: &'static str,
        read: impl FnOnce(ValueDeserializer<'a>) -> Result<V, DecodeError>,
    ) -> Result<V, ItemError> {
        let (row, entity) = (self.row, self.entity);
        self.attributes.get_with(name, read).map_err(|error| row.broken(entity, &error))
    }

    /// The attribute of that name, read by the functions of serde's `with`, or what `default` gives if it is missing.
    ///
    /// # Errors
    ///
    /// When it does not decode.
    pub fn attribute_with_or<V>(
        &self,
        name: &'static str,
        read: impl FnOnce(ValueDeserializer<'a>) -> Result<V, DecodeError>,
        default: impl FnOnce() -> V,
    ) -> Result<V, ItemError> {
        let (row, entity) = (self.row, self.entity);
        self.attributes.get_with_or_else(name, read, default).map_err(|error| row.broken(entity, &error))
    }
}
