//! Schemas: what the derive knows of an entity and a table, as static data.
//!
//! Generated code holds no plumbing: it holds these tables, and the runtime does the work over them.

use dal_key::{AttributeType, Cut, KeyError, KeyProblem, KeyValue, Kind, Part, Parts, Segment, Template};

/// What the runtime knows of an entity.
#[derive(Debug)]
pub struct EntitySchema {
    /// The entity's name.
    pub name: &'static str,
    /// The value of the type attribute, where it is not the name.
    pub type_name: Option<&'static str>,
    /// The attribute that holds the name.
    pub type_attribute: Option<&'static str>,
    /// Whether items of other entities can have its keys (`shares:`): then the type attribute says whose an item is.
    pub shared: bool,
    /// The attribute that holds the time, in epoch seconds, after which the item is expired.
    pub ttl: Option<&'static str>,
    /// The fields that keys use; a part's number is its place here. The tenant's come first, then the rest of the
    /// primary key.
    pub fields: &'static [&'static str],
    /// How many of the first fields name the tenant.
    pub tenant_fields: u16,
    /// How many of the first fields make the primary key.
    pub primary_fields: u16,
    /// The table's partition key.
    pub partition: KeyAttribute,
    /// The table's sort key.
    pub sort: Option<KeyAttribute>,
    /// The indexes that items of this entity can be in.
    pub indexes: &'static [IndexSchema],
    /// The shards over which the keys of an index are spread.
    pub shard: Option<Shards>,
    /// The attributes of `fields` that are not stored under the field's own name: the number and the attribute; no name
    /// where the value lives in key text only.
    pub renamed: &'static [(u16, &'static str)],
    /// Attributes that an item may lack.
    pub optional: &'static [&'static str],
    /// Attributes that serde does not see: key attributes and dal's own, unless they are fields.
    pub hidden: &'static [&'static str],
    /// A number of the entity's name, keys and kinds: equal in two places when they mean the same items; 0 where something
    /// about the entity was reported.
    pub fingerprint: u64,
    /// The fields that the runtime fills.
    pub managed: ManagedFields,
    /// Values that no two items have.
    pub unique: &'static [UniqueKey],
    /// The fields whose values live in key text only: their numbers.
    pub key_only: &'static [u16],
}

/// The fields that the runtime fills.
#[derive(Clone, Copy, Debug)]
pub struct ManagedFields {
    /// The number of writes of the item.
    pub version: Option<Fill>,
    /// When the item was created.
    pub created: Option<Fill>,
    /// When it was last written.
    pub updated: Option<Fill>,
}

impl ManagedFields {
    /// None.
    pub const NONE: Self = Self { version: None, created: None, updated: None };
}

/// A field that the runtime fills.
#[derive(Clone, Copy, Debug)]
pub struct Fill {
    /// The field's number.
    pub field: u16,
    /// The attribute's name.
    pub attribute: &'static str,
    /// Its kind.
    pub kind: Kind<'static>,
}

/// A field of that number, attribute and kind, for [`ManagedFields`].
pub const fn fill(field: u16, attribute: &'static str, kind: Kind<'static>) -> Fill {
    Fill { field, attribute, kind }
}

/// A value that no two items have.
#[derive(Clone, Copy, Debug)]
pub struct UniqueKey {
    /// The field that it is named for.
    pub name: &'static str,
    /// The attributes that it is made of, besides the primary key's.
    pub attributes: &'static [&'static str],
    /// The partition key of its guard.
    pub key: KeyAttribute,
}

/// A unique key of that name, attributes and template.
pub const fn unique(name: &'static str, attributes: &'static [&'static str], key: KeyAttribute) -> UniqueKey {
    UniqueKey { name, attributes, key }
}

/// One key attribute of an entity: its name and its template.
#[derive(Clone, Copy, Debug)]
pub struct KeyAttribute {
    /// The attribute's name.
    pub name: &'static str,
    /// What its text is made of.
    pub template: Template<'static>,
}

impl KeyAttribute {
    /// Reads the parts back from the attribute's value, or from its absence.
    pub(crate) fn parse(&self, value: Option<&KeyValue>, parts: &mut Parts) -> Result<(), KeyError> {
        let refuse = |why: &str| KeyError { part: None, problem: KeyProblem::NotThisKey(why.to_owned()) };
        self.template.parse_value(value.ok_or_else(|| refuse("is missing"))?, parts)
    }
}

/// An entity's place in an index.
#[derive(Debug)]
pub struct IndexSchema {
    /// The index's name in DynamoDB.
    pub name: &'static str,
    /// Its partition key attributes.
    pub partition: &'static [KeyAttribute],
    /// Its sort key attributes.
    pub sort: &'static [KeyAttribute],
    /// Conditions that must all hold for an item to be in the index.
    pub when: &'static [When],
}

/// A condition on one field.
#[derive(Clone, Copy, Debug)]
pub enum When {
    /// The field holds a value.
    Present(u16),
    /// The field holds none.
    Absent(u16),
    /// The field is one of these values.
    OneOf(u16, &'static [Part<'static>]),
}

/// What the runtime knows of a table: enough to create and verify it, and to tell its entities apart.
#[derive(Debug)]
pub struct TableSchema {
    /// The default name.
    pub name: &'static str,
    /// The partition key's attribute.
    pub partition: &'static str,
    /// The sort key's attribute.
    pub sort: Option<&'static str>,
    /// The key attributes, of the table and its indexes, that are no strings.
    pub types: &'static [(&'static str, AttributeType)],
    /// The TTL attribute.
    pub ttl: Option<&'static str>,
    /// The secondary indexes.
    pub indexes: &'static [TableIndex],
    /// The entities.
    pub entities: &'static [&'static EntitySchema],
}

impl TableSchema {
    /// The type of a key attribute.
    pub(crate) fn type_of(&self, attribute: &str) -> AttributeType {
        let found = self.types.iter().find(|(name, _)| *name == attribute);
        found.map_or(AttributeType::S, |(_, of)| *of)
    }
}

/// A secondary index of a table.
#[derive(Debug)]
pub struct TableIndex {
    /// The name in DynamoDB.
    pub name: &'static str,
    /// Whether it is local: its partition key is the table's, and it is made with the table or never.
    pub local: bool,
    /// The attributes of its partition key.
    pub partition: &'static [&'static str],
    /// The attributes of its sort key.
    pub sort: &'static [&'static str],
    /// What it stores besides the keys.
    pub projection: IndexProjection,
}

/// What an index stores besides the keys of table and index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexProjection {
    /// All attributes.
    All,
    /// None.
    Keys,
    /// These.
    Include(&'static [&'static str]),
}

/// The one Query of a pattern.
#[derive(Debug)]
pub struct QueryPlan {
    /// The pattern's name.
    pub pattern: &'static str,
    /// The index it reads: its number in the entity's [`indexes`](EntitySchema::indexes).
    pub index: Option<u16>,
    /// How many segments of the sort key's template are bound; of a sort key of several attributes, those of all of them,
    /// with one more between two.
    pub bound: u16,
    /// Literal text after the bound segments that all members of a collection share.
    pub prefix: &'static str,
    /// Whether it reads items of several entities.
    pub mixed: bool,
    /// The entities whose items lie among those that it reads and are left out: their names and keys alone.
    pub skip: &'static [EntitySchema],
    /// Whether a range goes on behind its open end, over the keys of the other entities that lie there.
    pub runs_on: bool,
    /// Whether it reads all keys that begin with the bound segments and the prefix, even where those are a whole key.
    pub beginning: bool,
    /// Constants: the number of the part and its value.
    pub fixed: &'static [(u16, Part<'static>)],
    /// Lists of constants, one query each: the number of the part and its values.
    pub lists: &'static [(u16, &'static [Part<'static>])],
    /// The shards that its keys are spread over, one query each.
    pub shards: Option<Shards>,
    /// The buckets of time that it reads, one after the other.
    pub buckets: Option<Buckets>,
    /// Whether it scans the table or the index instead of querying it.
    pub scan: bool,
    /// Whether all that a scan evaluates is of the entity.
    pub alone: bool,
    /// The attributes that it needs, besides the keys; none for all that there are.
    pub select: &'static [&'static str],
    /// Whether it reads the whole items behind the index entries.
    pub hydrate: bool,
    /// Whether it reads from the end of the sort order.
    pub descending: bool,
    /// The default limit of items returned.
    pub limit: Option<u32>,
    /// The default number of items that a request evaluates.
    pub page_size: Option<u32>,
    /// How many requests one `.await` may make unless told otherwise, where the list says so.
    pub requests: Option<u32>,
    /// Whether it reads consistently unless told otherwise.
    pub consistent: bool,
    /// The key condition in the words of the templates, without values: `PK = TENANT#{tenant_id} AND …`.
    pub condition: &'static str,
}

/// The shards of a key: `{shard}` in its templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    /// The number of its part.
    pub field: u16,
    /// The first shard.
    pub from: u32,
    /// How many there are.
    pub count: u32,
    /// The number of the part that says which shard an item is in; without it, the whole primary key does.
    pub by: Option<u16>,
}

/// Buckets of time: a part of the partition key that is cut to its hour, date or month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buckets {
    /// The number of the part.
    pub field: u16,
    /// To what it is cut.
    pub cut: Cut,
    /// How many neighbouring buckets one page may read.
    pub count: u32,
}

impl QueryPlan {
    /// A query of the table's partition, first to last, without limit: generated plans say what differs.
    pub const PLAIN: Self = Self {
        pattern: "",
        index: None,
        bound: 0,
        prefix: "",
        mixed: false,
        skip: &[],
        runs_on: false,
        beginning: false,
        fixed: &[],
        lists: &[],
        shards: None,
        buckets: None,
        scan: false,
        alone: false,
        select: &[],
        hydrate: false,
        descending: false,
        limit: None,
        page_size: None,
        requests: None,
        consistent: false,
        condition: "",
    };
}

/// A key attribute of that name and template.
pub const fn key(name: &'static str, segments: &'static [Segment<'static>]) -> KeyAttribute {
    KeyAttribute { name, template: Template::new(segments) }
}

/// A part of that number and kind, for [`key`].
pub const fn seg(number: u16, kind: Kind<'static>) -> Segment<'static> {
    dal_key::part(number, kind)
}

/// The stand-in for all entities of a table, where a call is about several.
pub(crate) static EVERY_ENTITY: EntitySchema = EntitySchema::broken("*");

impl EntitySchema {
    /// An entity of nothing: what generated schemas do not name is as it is here.
    pub const EMPTY: Self = Self {
        name: "",
        type_name: None,
        type_attribute: None,
        shared: false,
        ttl: None,
        fields: &[],
        tenant_fields: 0,
        primary_fields: 0,
        partition: key("", &[]),
        sort: None,
        indexes: &[],
        shard: None,
        renamed: &[],
        optional: &[],
        hidden: &[],
        fingerprint: 0,
        managed: ManagedFields::NONE,
        unique: &[],
        key_only: &[],
    };

    /// The stand-in for an entity whose derive failed: the error that made it is reported elsewhere.
    pub const fn broken(name: &'static str) -> Self {
        Self { name, ..Self::EMPTY }
    }

    /// The value of the type attribute.
    pub(crate) fn type_value(&self) -> &'static str {
        self.type_name.unwrap_or(self.name)
    }

    /// Whether the attribute is a key that holds values which are stored nowhere else.
    pub(crate) fn holds_key_only(&self, attribute: &str) -> bool {
        let gives =
            |key: &KeyAttribute| self.key_only.iter().any(|number| crate::key_only::gives(key, *number));
        self.keys().filter(|key| key.name == attribute).any(gives)
    }

    /// The key attributes of the table.
    pub(crate) fn table_keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        std::iter::once(&self.partition).chain(self.sort.as_ref())
    }

    /// Whether the attribute of that name is a key that holds a field as it is.
    pub(crate) fn is_native(&self, attribute: &str) -> bool {
        self.keys().filter(|key| key.name == attribute).any(|key| key.template.is_native())
    }

    /// The key attributes of the table and of the indexes.
    fn keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.table_keys()
            .chain(self.indexes.iter().flat_map(|index| index.partition.iter().chain(index.sort)))
    }

    /// The attribute that holds the field of that number; `None` where only key text does.
    pub(crate) fn attribute(&self, number: u16) -> Option<&'static str> {
        let renamed = self.renamed.iter().find(|(field, _)| *field == number);
        renamed.map_or_else(|| self.field(number), |(_, name)| Some(*name)).filter(|name| !name.is_empty())
    }

    /// Whether the attribute is one of the table's key.
    pub(crate) fn is_table_key(&self, name: &str) -> bool {
        self.table_keys().any(|key| key.name == name)
    }

    /// Whether the attribute is a key of indexes only, and dal's own: no field is stored in it.
    pub(crate) fn is_own_key(&self, name: &str) -> bool {
        !self.is_table_key(name) && self.hidden.contains(&name)
    }

    /// Whether the attribute is made of the shard and of what never changes: once written, it says where the item is, and
    /// an update leaves it.
    pub(crate) fn is_shards(&self, name: &str) -> bool {
        let Some(shards) = &self.shard else { return false };
        let mut keys = self.indexes.iter().flat_map(IndexSchema::keys).filter(|key| key.name == name);
        keys.next().is_some_and(|key| {
            let numbers = || {
                key.template.segments().iter().filter_map(|segment| match segment {
                    Segment::Part { number, .. } => Some(*number),
                    _ => None,
                })
            };
            numbers().any(|number| number == shards.field)
                && numbers().all(|number| number == shards.field || number < self.primary_fields)
        })
    }

    /// The name of the field whose part has that number.
    pub(crate) fn field(&self, number: u16) -> Option<&'static str> {
        self.fields.get(usize::from(number)).copied()
    }
}

impl EntitySchema {
    /// The condition on a full primary key in the words of the templates, without values.
    pub(crate) fn condition(&self) -> String {
        let mut text = String::new();
        for key in self.table_keys() {
            text.push_str(if text.is_empty() { "" } else { " AND " });
            text.extend([key.name, " = "]);
            for segment in key.template.segments() {
                match segment {
                    Segment::Literal(literal) => text.push_str(literal),
                    Segment::Part { number, .. } => {
                        text.extend(["{", self.field(*number).unwrap_or("?"), "}"])
                    }
                    _ => {}
                }
            }
        }
        text
    }
}

impl IndexSchema {
    /// The key attributes of the index, partition first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static KeyAttribute> + use<> {
        self.partition.iter().chain(self.sort)
    }

    /// The numbers of the parts that its keys and conditions use, some more than once.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u16> + use<> {
        let parts = self.keys().flat_map(|key| key.template.segments()).filter_map(|segment| match segment {
            Segment::Part { number, .. } => Some(*number),
            _ => None,
        });
        parts.chain(self.when.iter().map(|when| match when {
            When::Present(number) | When::Absent(number) | When::OneOf(number, _) => *number,
        }))
    }
}
