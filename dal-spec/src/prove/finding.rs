//! Findings: a law, who breaks it, and values that show it.

use dal_key::{Part, SortCondition};

use crate::source::Place;

/// A law that the keys of a plan keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Law {
    /// A key can be read back in one way only.
    Ambiguous,
    /// Items of two entities never share a primary key.
    Collision,
    /// A query reads no items of entities that it does not list.
    Catch,
    /// A query reads no items of its own entity with other values than its parameters.
    LoosePrefix,
    /// A collection's query reads all of its members.
    Apart,
    /// A pattern names an entity that it cannot find: one that is skipped, or that lies behind a range.
    NotThere,
    /// Entities share keys on purpose, and cannot.
    NotShared,
    /// A read that promises one item can match only one.
    SharedIndexKey,
}

impl Law {
    /// Every law.
    pub const ALL: [Self; 8] = [
        Self::Ambiguous,
        Self::Collision,
        Self::Catch,
        Self::LoosePrefix,
        Self::Apart,
        Self::NotThere,
        Self::NotShared,
        Self::SharedIndexKey,
    ];

    /// A stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ambiguous => "ambiguous-key",
            Self::Collision => "same-key",
            Self::Catch => "foreign-item",
            Self::LoosePrefix => "loose-prefix",
            Self::Apart => "collection-misses",
            Self::NotThere => "not-there",
            Self::NotShared => "not-shared",
            Self::SharedIndexKey => "shared-index-key",
        }
    }
}

/// The most entities that one finding names beside its own.
pub(super) const MOST: usize = 16;

/// Something that breaks a law.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The law.
    pub law: Law,
    /// The entities that break it (numbers in [`Plan::entities`](crate::plan::Plan::entities)): of a collision, the one
    /// that is to be changed and then those that it meets; of a foreign item, the entities that are read by mistake.
    /// Where there are more than 16, the others come to light once these are mended.
    pub entities: Vec<usize>,
    /// The pattern that breaks it (the number in [`Plan::patterns`](crate::plan::Plan::patterns)).
    pub pattern: Option<usize>,
    /// The index where it is broken (the number in [`TablePlan::indexes`](crate::plan::TablePlan::indexes)), if not on
    /// the table.
    pub index: Option<usize>,
    /// Where to change something.
    pub place: Place,
    /// Values that break it.
    pub counter_example: Option<CounterExample>,
    /// Whether it is decided. If not, the languages of the keys meet, but no values were found that do.
    pub certain: bool,
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
    /// Why it matters: the consequence, the example. A note can have several lines.
    pub notes: Vec<String>,
    /// Ways to fix it.
    pub help: Vec<String>,
}

/// Values that break a law.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterExample {
    /// The items: of a collision, two with one key; of a query, those that it reads by mistake (or, of a collection, one
    /// that it misses).
    pub items: Vec<ExampleItem>,
    /// The query that reads them.
    pub read: Option<ExampleRead>,
}

/// An item of a counter-example: the fields of its keys, and the keys.
#[derive(Clone, Debug, PartialEq)]
pub struct ExampleItem {
    /// The number of the entity.
    pub entity: usize,
    /// The values of the fields that the keys need, in the order of the entity's fields.
    pub fields: Vec<ExampleValue>,
    /// The text of the table's keys.
    pub key: ExampleKey,
    /// The number of an index and the text of its keys, if the example is about one.
    pub index: Option<(usize, ExampleKey)>,
}

impl ExampleItem {
    /// Its key in an index, or in the table.
    pub fn key_in(&self, index: Option<usize>) -> &ExampleKey {
        match (&self.index, index) {
            (Some((own, key)), Some(index)) if *own == index => key,
            _ => &self.key,
        }
    }
}

/// A value of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct ExampleValue {
    /// The name of the field.
    pub field: String,
    /// The value, for people.
    pub text: String,
    /// The value, for the codec.
    pub part: Part<'static>,
}

/// The text of a partition key and a sort key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExampleKey {
    /// Of the partition key.
    pub partition: String,
    /// Of the sort key.
    pub sort: Option<String>,
}

/// A query of a counter-example.
#[derive(Clone, Debug, PartialEq)]
pub struct ExampleRead {
    /// The values that it binds, in the order of the first entity's fields.
    pub parameters: Vec<ExampleValue>,
    /// The partition that it reads.
    pub partition: String,
    /// Its condition on the sort key; `None` if there is no sort key.
    pub sort: Option<SortCondition>,
}
