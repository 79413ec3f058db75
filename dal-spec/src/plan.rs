//! The plan: each key, index and pattern of a list that passed its checks, ready to become code.
//!
//! A plan holds names resolved to numbers, templates resolved to segments, and each pattern's exact
//! operation. Nothing here needs the text of `patterns.yaml` any more, except for messages: every node
//! keeps its place.

mod action;
mod condition;
mod load;

use std::path::PathBuf;

use dal_key::{AttributeType, Cut, Format, Style};

use crate::kind::KindDef;
use crate::source::Place;
use crate::suggest;

pub use action::{
    ActionParam, ActionPlan, ActionVerb, ActionsForm, ActionsPlan, ChangeIs, ChangePlan, KeyVersion, Takes,
};
pub use condition::{Comparison, ConditionPlan, Operand, TestIs, TestPlan, ValueOf, ValuePlan};
pub use load::LoadPlan;

/// What stands between the attributes of a key of several, where their templates are looked at as one: a character that
/// Unicode gives no meaning. Values that hold it are no exception: any other character in its place would do as well.
pub const SEPARATOR: &str = "\u{10fffe}";

/// One table with its entities, and the patterns over them. A list of several tables has a plan for each.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The files read, `patterns.yaml` first: absolute paths, for the compiler to track.
    pub files: Vec<PathBuf>,
    /// The table.
    pub table: TablePlan,
    /// The entities, in the order of the files.
    pub entities: Vec<EntityPlan>,
    /// The patterns, in the order of the files.
    pub patterns: Vec<PatternPlan>,
    /// The patterns that act on items by name, in the order of the files. One that spans tables is here where its first
    /// action is.
    pub actions: Vec<ActionsPlan>,
    /// The entities of other tables that its transactions act on: their numbers go on behind those of `entities`.
    pub others: Vec<OtherEntity>,
    /// The transactions of other tables that act on its entities. Entities that are not its own have no number here.
    pub joined: Vec<ActionsPlan>,
    /// Names of entities and collections of the list that are not here, because something about them was reported.
    pub left_out: Vec<String>,
    /// Those of them that are collections: their types report what is wrong, so they must be there.
    pub left_out_collections: Vec<String>,
}

/// An entity of another table, on which a transaction acts too.
#[derive(Clone, Debug)]
pub struct OtherEntity {
    /// The entity, with the numbers of its own table.
    pub entity: EntityPlan,
    /// Its table.
    pub table: TablePlan,
}

/// The table: its name, key attributes and indexes, in DynamoDB's words.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// The default name of the table.
    pub name: String,
    /// The name of the table's enum: `name` in UpperCamelCase, or as the list says.
    pub enum_name: String,
    /// Where it stands.
    pub place: Place,
    /// The attribute name of the partition key.
    pub partition: String,
    /// The attribute name of the sort key.
    pub sort: Option<String>,
    /// The key attributes, of the table and its indexes, that are no strings.
    pub types: Vec<(String, AttributeType)>,
    /// The fields that make the tenant, in the order of the `tenant:` template; empty without tenants.
    pub tenant: Vec<TenantField>,
    /// The text of the `tenant:` template as written.
    pub tenant_text: Option<String>,
    /// The attribute that holds the entity's name.
    pub type_attribute: Option<String>,
    /// The TTL attribute.
    pub ttl: Option<String>,
    /// The indexes, in the order of the file.
    pub indexes: Vec<IndexPlan>,
}

impl TablePlan {
    /// What its handles are called in the methods of another table's enum: that of one tenant, and that of the table.
    pub fn handles(&self) -> [String; 2] {
        let name = suggest::snake(&self.enum_name);
        [format!("{name}_scope"), format!("{name}_dal")]
    }

    /// Whether another table's tenants are the same: its tenant has the same fields, of the same kinds.
    pub fn has_tenants_of(&self, other: &Self) -> bool {
        !self.tenant.is_empty() && self.tenant == other.tenant
    }
}

/// One field of the tenant's template.
#[derive(Clone, Debug, PartialEq)]
pub struct TenantField {
    /// The Rust field name.
    pub name: String,
    /// Its kind.
    pub kind: KindDef,
}

/// A secondary index, global or local.
#[derive(Clone, Debug)]
pub struct IndexPlan {
    /// The logical name, used in `patterns.yaml` and in generated names.
    pub name: String,
    /// Its name in `patterns.lock`: with the table's before it, where there are several tables.
    pub pinned_as: String,
    /// The name that DynamoDB knows.
    pub physical: String,
    /// Where it stands.
    pub place: Place,
    /// Whether it is local: its partition key is the table's, it can be read consistently, and all items of one partition
    /// take at most 10 GB.
    pub local: bool,
    /// The attribute names of its partition key: one to four.
    pub partition: Vec<String>,
    /// The attribute names of its sort key: up to four.
    pub sort: Vec<String>,
    /// What the index stores besides the keys.
    pub projection: ProjectionPlan,
    /// Whether the projection list was left out and computed from the patterns.
    pub computed: bool,
}

/// What an index stores besides the keys of table and index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectionPlan {
    /// Everything.
    All,
    /// Nothing.
    Keys,
    /// These attributes (names as stored), in the order of the file.
    Include(Vec<String>),
}

/// One entity.
#[derive(Clone, Debug)]
pub struct EntityPlan {
    /// The name: that of the Rust struct.
    pub name: String,
    /// The value of the type attribute, where it is not the name.
    pub type_name: Option<String>,
    /// `about:`, the description.
    pub about: Option<String>,
    /// Where its name stands.
    pub place: Place,
    /// Whether its items live under a tenant.
    pub scoped: bool,
    /// The fields that keys or `when:` conditions use; a part's number is its place here.
    /// The tenant's fields come first, in their order, then the rest of the primary key, then the others.
    pub fields: Vec<FieldPlan>,
    /// How many of `fields` make the primary key together with the tenant (a prefix of `fields`).
    pub primary_fields: usize,
    /// The template of the table's partition key.
    pub partition: TemplatePlan,
    /// The template of the table's sort key.
    pub sort: Option<TemplatePlan>,
    /// The indexes that it is in, in the order of the table's list.
    pub memberships: Vec<MembershipPlan>,
    /// Fields that must be written together, because a key attribute or a condition needs them all; numbers of fields
    /// outside the primary key, and the memberships they feed. Indexes that share fields are one group.
    pub groups: Vec<GroupPlan>,
    /// The shards over which the keys of one of its indexes are spread.
    pub shard: Option<ShardPlan>,
    /// The fields that the runtime fills.
    pub managed: ManagedPlan,
    /// The values that no two items have, in the order of the file.
    pub unique: Vec<UniquePlan>,
    /// For the guards of a unique key, which [`Plan::with_guards`] lists as if they were an entity: whose.
    pub guards: Option<Guards>,
    /// The entities whose items can have its keys, on purpose: by name. The type attribute tells whose an item is.
    pub shares: Vec<String>,
    /// How large an item is, in bytes, where the list says so.
    pub size: Option<u32>,
    /// The fields whose values live in key text only: numbers in [`fields`](Self::fields).
    pub key_only: Vec<usize>,
}

/// The shards of an entity's keys in an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardPlan {
    /// The number of the shard in [`EntityPlan::fields`]: the last, which is no field of the struct.
    pub field: usize,
    /// The number of the index in [`TablePlan::indexes`].
    pub index: usize,
    /// The first shard.
    pub from: u32,
    /// How many there are.
    pub count: u32,
    /// The field of the primary key that says which shard an item is in; without it, the whole primary key does.
    pub by: Option<usize>,
}

impl EntityPlan {
    /// Whether a field is the shard, which no struct has.
    pub fn is_shard(&self, field: usize) -> bool {
        self.shard.as_ref().is_some_and(|shard| shard.field == field)
    }
}

/// The fields that the runtime fills on every write: numbers of fields in [`EntityPlan::fields`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManagedPlan {
    /// The number of writes of the item.
    pub version: Option<usize>,
    /// When the item was created.
    pub created: Option<usize>,
    /// When it was last written.
    pub updated: Option<usize>,
}

impl ManagedPlan {
    /// Whether nothing is filled.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The fields that are filled, with the word of the language for each.
    pub fn fields(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let all = [(self.version, "version"), (self.created, "created"), (self.updated, "updated")];
        all.into_iter().filter_map(|(field, word)| Some((field?, word)))
    }
}

/// A value that no two items have: each item that has one has a guard item, whose partition key says the value.
#[derive(Clone, Debug, PartialEq)]
pub struct UniquePlan {
    /// The field that it is named for: a part of the template.
    pub name: String,
    /// Where that stands.
    pub place: Place,
    /// The guard's partition key. An item in which one of its parts is absent has no guard.
    pub template: TemplatePlan,
    /// The reason why the value is unique over all tenants.
    pub across_tenants: Option<String>,
}

/// Whose guards a stand-in for an entity is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guards {
    /// The entity.
    pub entity: String,
    /// The unique key's name.
    pub unique: String,
}

/// The sort key of every guard item.
pub const GUARD_SORT: &str = "$UNIQUE";

/// A field that keys use.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldPlan {
    /// The Rust field name.
    pub name: String,
    /// Its kind.
    pub kind: KindDef,
    /// Where it is first used.
    pub place: Place,
}

/// A template, resolved: `dal_key::Template` with its text owned.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplatePlan {
    /// The template with `{tenant}` resolved, as text for people: `TENANT#{tenant_id}`.
    pub text: String,
    /// Where it stands.
    pub place: Place,
    /// Its segments. Neighbouring literals are one.
    pub segments: Vec<SegmentPlan>,
}

impl TemplatePlan {
    /// The numbers of the fields that it uses, each with its format.
    pub fn parts(&self) -> impl Iterator<Item = (usize, Format)> {
        self.segments.iter().filter_map(|segment| match segment {
            SegmentPlan::Part { field, format } => Some((*field, *format)),
            SegmentPlan::Literal(_) => None,
        })
    }

    /// The numbers of the fields that it uses.
    pub fn fields(&self) -> impl Iterator<Item = usize> {
        self.parts().map(|(field, _)| field)
    }

    /// The field that the attribute holds as it is, and its type, if it does.
    pub fn native(&self) -> Option<(usize, AttributeType)> {
        match *self.segments.as_slice() {
            [SegmentPlan::Part { field, format: Format { style: Style::Native(of), .. } }] => {
                Some((field, of))
            }
            _ => None,
        }
    }

    /// The templates of a key's attributes as one, with [`SEPARATOR`] between; `None` for no attribute.
    pub fn join(templates: &[Self]) -> Option<Self> {
        let (first, rest) = templates.split_first()?;
        let mut joined = first.clone();
        for template in rest {
            joined.text.push_str(", ");
            joined.text.push_str(&template.text);
            joined.segments.push(SegmentPlan::Literal(SEPARATOR.to_owned()));
            joined.segments.extend(template.segments.iter().cloned());
        }
        Some(joined)
    }
}

/// One segment of a template.
#[derive(Clone, Debug, PartialEq)]
pub enum SegmentPlan {
    /// Literal text.
    Literal(String),
    /// A part: the number of a field of the entity, and how it is written.
    Part {
        /// The number of the field in [`EntityPlan::fields`].
        field: usize,
        /// Its format.
        format: Format,
    },
}

/// An entity's place in an index.
#[derive(Clone, Debug)]
pub struct MembershipPlan {
    /// The number of the index in [`TablePlan::indexes`].
    pub index: usize,
    /// Where it stands.
    pub place: Place,
    /// The templates of the index's partition key attributes.
    pub partition: Vec<TemplatePlan>,
    /// The templates of the index's sort key attributes.
    pub sort: Vec<TemplatePlan>,
    /// The conditions under which an item is in the index; all must hold.
    pub when: Vec<WhenPlan>,
    /// The reason why its partition does not begin with the tenant.
    pub across_tenants: Option<String>,
    /// Why it may be without the TTL attribute of its items, if the list says so.
    pub without_ttl: Option<String>,
    /// Attributes (fields, by Rust name) of this entity that the index projects and some `select` names.
    pub selected: Vec<String>,
}

/// A condition on a field.
#[derive(Clone, Debug, PartialEq)]
pub struct WhenPlan {
    /// The number of the field in [`EntityPlan::fields`], if it has a kind there; conditions `present` and `absent` need none.
    pub field: usize,
    /// What it must be.
    pub is: WhenIs,
}

/// What a `when:` field must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhenIs {
    /// `present`
    Present,
    /// `absent`
    Absent,
    /// One of these values, in the text of the field's kind.
    OneOf(Vec<String>),
}

/// Fields that are written together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPlan {
    /// The numbers of its fields in [`EntityPlan::fields`], none of them of the primary key.
    pub fields: Vec<usize>,
    /// The numbers of the memberships it feeds in [`EntityPlan::memberships`].
    pub memberships: Vec<usize>,
    /// Whether the time of the last write feeds them too: the runtime fills it, so that it is none of `fields`, and every
    /// write writes the keys.
    pub stamped: bool,
}

/// One access pattern.
#[derive(Clone, Debug)]
pub struct PatternPlan {
    /// The name: that of the generated method.
    pub name: String,
    /// `about:`, the description.
    pub about: Option<String>,
    /// Where it stands.
    pub place: Place,
    /// The entities it returns (numbers in [`Plan::entities`]): one, or several for a collection.
    pub entities: Vec<usize>,
    /// The name of the collection type, if it returns several entities.
    pub into: Option<String>,
    /// What it does.
    pub verb: Verb,
    /// Why it reads across tenants; `None` for a pattern inside one tenant or a table without tenants.
    pub across_tenants: Option<String>,
    /// The parameters, in the order of the key's text: fields of the first entity, without the tenant's in scoped patterns.
    pub params: Vec<ParamPlan>,
    /// What is expected of its calls.
    pub load: LoadPlan,
    /// The parameters that its filter compares with, which come after the key's, in the order of the list.
    pub values: Vec<ValuePlan>,
}

impl PatternPlan {
    /// Whether its query reads all keys that begin with what several entities share, even where that is a whole key of
    /// the first: the longer keys of the others begin with it.
    pub fn reads_beginning(&self) -> bool {
        let full = matches!(&self.verb, Verb::Query(query) if query.full);
        let prefix = matches!(&self.verb, Verb::Query(query) if !query.prefix.is_empty());
        (self.entities.len() > 1 || prefix) && !full
    }

    /// How many queries answer together: more than one where values are listed, or keys lie in shards or buckets.
    pub fn queries(&self) -> usize {
        match &self.verb {
            Verb::Get { .. } => 1,
            Verb::Query(query) => {
                let shards = query.shards.as_ref().and_then(|shards| usize::try_from(shards.count).ok());
                let buckets = query.buckets.and_then(|buckets| usize::try_from(buckets.count).ok());
                let lists = query.lists.iter().map(|(_, values)| values.len()).product::<usize>();
                lists * shards.unwrap_or(1) * buckets.unwrap_or(1)
            }
        }
    }

    /// Whether its methods take a tenant's handle.
    pub fn is_scoped(&self, plan: &Plan) -> bool {
        self.across_tenants.is_none() && self.entities.iter().any(|&entity| plan.entities[entity].scoped)
    }
}

/// What a pattern does.
#[allow(clippy::large_enum_variant, reason = "there is one for each pattern, and most are queries")]
#[derive(Clone, Debug)]
pub enum Verb {
    /// One GetItem.
    Get {
        /// Whether it reads consistently unless told otherwise.
        consistent: bool,
    },
    /// One Query.
    Query(QueryPlan),
}

/// The one Query of a pattern.
#[derive(Clone, Debug, Default)]
pub struct QueryPlan {
    /// The index it reads, if not the table: the number in [`TablePlan::indexes`].
    pub index: Option<usize>,
    /// How many segments of the sort key's template are bound by literals and parameters (of the first entity's template;
    /// all entities of a collection share these segments). Of a sort key of several attributes, their segments are
    /// counted one after the other, with one more between two attributes.
    pub bound: usize,
    /// For a collection whose members share only a part of the next literal, and for text whose kind says how it begins:
    /// that text, matched as a beginning.
    pub prefix: String,
    /// Whether the sort key is bound in full, so that at most one item answers.
    pub full: bool,
    /// The field that callers may range over (the number in the entity's fields): the part after the bound segments.
    pub range: Option<usize>,
    /// The text part of which callers give the beginning (the number in the entity's fields): the part after the bound
    /// segments, and the last of the pattern's parameters.
    pub cut: Option<usize>,
    /// Constants bound by `fix:` (or `by:` constants): the number of the field and its text.
    pub fixed: Vec<(usize, String)>,
    /// Lists of constants bound by `fix:`, one query for each combination of them: the number of the field and the texts.
    pub lists: Vec<(usize, Vec<String>)>,
    /// The shards of the key that it reads, one query for each.
    pub shards: Option<ShardPlan>,
    /// The neighbouring buckets of time that it reads, one after the other, until the page is full.
    pub buckets: Option<BucketPlan>,
    /// Why it scans the table or the index, if that is what it does: then nothing is bound.
    pub scan: Option<String>,
    /// Whether all that a scan evaluates is of its entity, because no other is there.
    pub alone: bool,
    /// Whether it reads the whole items behind the entries of an index that does not store all.
    pub hydrate: bool,
    /// The name of the struct of what `select:` names, where the table or an index that stores all is read.
    pub selection: Option<String>,
    /// Why a range goes on behind its open end, over the keys of the other entities that lie there.
    pub runs_on: Option<String>,
    /// The entities whose items lie among those that it reads and are left out (numbers in [`Plan::entities`]), each with
    /// the reason.
    pub skip: Vec<(usize, String)>,
    /// Whether it reads from the end of the sort order.
    pub descending: bool,
    /// Whether it returns only one item (`first`, `latest`).
    pub one: bool,
    /// The default limit of items returned.
    pub limit: Option<u32>,
    /// The default number of items that a request evaluates: DynamoDB's `Limit`.
    pub page_size: Option<u32>,
    /// How many requests one `.await` may make by default, where that is not one.
    pub requests: Option<u32>,
    /// Whether it reads consistently unless told otherwise; never on a GSI.
    pub consistent: bool,
    /// The Rust fields named by `select:`.
    pub select: Vec<String>,
    /// Where each of them stands.
    pub select_places: Vec<Place>,
    /// What is asked of the items that the key condition finds: those that do not meet it are read, paid for, and left out.
    pub filter: Option<ConditionPlan>,
    /// The key condition for people: `GSI1PK = TENANT#{tenant_id}#OWNER#{owner_id}`.
    pub condition: String,
}

/// Buckets of time: a part of the partition key that is cut to its hour, date or month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketPlan {
    /// The number of the field.
    pub field: usize,
    /// To what it is cut.
    pub cut: Cut,
    /// How many neighbouring buckets one page may read.
    pub count: u32,
}

/// One parameter of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamPlan {
    /// The parameter's name.
    pub name: String,
    /// The number of the field in the first entity's fields.
    pub field: usize,
}

impl Plan {
    /// The plan with a stand-in for the guards of each unique key behind the entities, so that what holds for the keys of
    /// entities is proved for those of guards too.
    #[must_use]
    pub fn with_guards(&self) -> Self {
        let mut plan = self.clone();
        for entity in &self.entities {
            for unique in &entity.unique {
                plan.entities.push(EntityPlan {
                    name: format!("{}.{}", entity.name, unique.name),
                    about: None,
                    place: unique.place.clone(),
                    partition: unique.template.clone(),
                    sort: self.table.sort.as_ref().map(|_| TemplatePlan {
                        text: GUARD_SORT.to_owned(),
                        place: unique.template.place.clone(),
                        segments: vec![SegmentPlan::Literal(GUARD_SORT.to_owned())],
                    }),
                    memberships: Vec::new(),
                    groups: Vec::new(),
                    managed: ManagedPlan::default(),
                    unique: Vec::new(),
                    guards: Some(Guards { entity: entity.name.clone(), unique: unique.name.clone() }),
                    ..entity.clone()
                });
            }
        }
        plan
    }

    /// Whether the list says that items of two entities can have one key.
    pub fn share(&self, one: &EntityPlan, other: &EntityPlan) -> bool {
        one.shares.contains(&other.name) || other.shares.contains(&one.name)
    }

    /// Whether another entity's items can have its keys, on purpose.
    pub fn is_shared(&self, entity: &EntityPlan) -> bool {
        !entity.shares.is_empty() || self.entities.iter().any(|other| other.shares.contains(&entity.name))
    }

    /// The entity of that name.
    pub fn entity(&self, name: &str) -> Option<(usize, &EntityPlan)> {
        self.entities.iter().enumerate().find(|(_, entity)| entity.name == name)
    }

    /// The entity of that number on which an action is, and its table: this one, or another.
    pub fn acted(&self, number: usize) -> Option<(&EntityPlan, &TablePlan)> {
        if let Some(entity) = self.entities.get(number) {
            return Some((entity, &self.table));
        }
        let other = self.others.get(number.checked_sub(self.entities.len())?)?;
        Some((&other.entity, &other.table))
    }

    /// The number and the entity of that name on which an action can be, of this table or another.
    pub fn acting(&self, name: &str) -> Option<(usize, &EntityPlan, &TablePlan)> {
        let known = self.entities.len() + self.others.len();
        let all = (0..known).filter_map(|number| Some((number, self.acted(number)?)));
        all.map(|(number, (entity, table))| (number, entity, table))
            .find(|(_, entity, _)| entity.name == name)
    }

    /// Whether a type of that name in Rust is the table's enum, an entity or a collection, or was left out.
    pub fn knows(&self, name: &str) -> bool {
        self.entity(name).is_some()
            || self.table.enum_name == name
            || self.collections().any(|pattern| pattern.into.as_deref() == Some(name))
            || self.is_left_out(name)
    }

    /// Whether something of that name in Rust is in the list, and not here because something about it was reported; an
    /// entity that is not named like a Rust type is meant by the name that it should have.
    pub fn is_left_out(&self, name: &str) -> bool {
        self.left_out.iter().any(|left| left == name || suggest::upper_camel(left) == name)
    }

    /// The patterns that return only this entity, in order.
    pub fn patterns_of(&self, entity: usize) -> impl Iterator<Item = &PatternPlan> {
        self.patterns.iter().filter(move |pattern| pattern.entities == [entity])
    }

    /// The name of the type that a pattern gives of one of its entities: the entity, or the struct of what a narrow index
    /// stores of it.
    pub fn given(&self, pattern: &PatternPlan, entity: &EntityPlan) -> String {
        match self.narrow(pattern) {
            Some(index) => format!("{}On{}", entity.name, suggest::upper_camel(&suggest::snake(&index.name))),
            None => entity.name.clone(),
        }
    }

    /// The index that a pattern reads, if it does not store all and the pattern gives what it stores.
    pub fn narrow(&self, pattern: &PatternPlan) -> Option<&IndexPlan> {
        let Verb::Query(query) = &pattern.verb else { return None };
        let index = self.table.indexes.get(query.index?)?;
        (index.projection != ProjectionPlan::All && !query.hydrate).then_some(index)
    }

    /// The patterns over several entities, in order.
    pub fn collections(&self) -> impl Iterator<Item = &PatternPlan> {
        self.patterns.iter().filter(|pattern| pattern.into.is_some())
    }
}
