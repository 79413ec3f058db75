//! A design as both formats have it, before it is written as a list.

use super::names::snake;

/// The type of a key attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    S,
    N,
    B,
}

impl Of {
    pub(super) fn read(text: &str) -> Option<Self> {
        Some(match text {
            "S" => Self::S,
            "N" => Self::N,
            "B" => Self::B,
            _ => return None,
        })
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }
}

/// A key attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) of: Of,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Projection {
    All,
    Keys,
    Include(Vec<String>),
}

#[derive(Clone, Debug)]
pub(super) struct Index {
    /// As DynamoDB has it.
    pub(super) name: String,
    /// A local secondary index has the table's partition.
    pub(super) local: bool,
    pub(super) partition: Vec<Attribute>,
    pub(super) sort: Vec<Attribute>,
    pub(super) projection: Projection,
}

impl Index {
    pub(super) fn keys(&self) -> impl Iterator<Item = &Attribute> {
        self.partition.iter().chain(&self.sort)
    }
}

/// A piece of a key's template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Literal(String),
    Part {
        field: String,
        /// What stands behind the colon: `raw`, `plain`.
        format: Option<&'static str>,
    },
}

/// The template of a key attribute.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Template(pub(super) Vec<Segment>);

impl Template {
    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|segment| match segment {
            Segment::Part { field, .. } => Some(field.as_str()),
            Segment::Literal(_) => None,
        })
    }

    /// The field that it is, where it is one field and nothing else.
    pub(super) fn whole(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Segment::Part { field, .. }] => Some(field),
            _ => None,
        }
    }

    /// The field, where the attribute is that field by its name.
    pub(super) fn is_field_of(&self, attribute: &str) -> bool {
        self.whole().is_some_and(|field| field == snake(attribute))
    }

    pub(super) fn write(&self) -> String {
        self.0
            .iter()
            .map(|segment| match segment {
                Segment::Literal(text) => text.clone(),
                Segment::Part { field, format: None } => format!("{{{field}}}"),
                Segment::Part { field, format: Some(format) } => format!("{{{field}:{format}}}"),
            })
            .collect()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Entity {
    /// A Rust type.
    pub(super) name: String,
    pub(super) about: Option<String>,
    /// Its value in the table's type attribute.
    pub(super) type_value: Option<String>,
    /// The templates of key attributes, by their names.
    pub(super) keys: Vec<(String, Template)>,
    /// Fields that are in keys and in no attribute.
    pub(super) key_only: Vec<String>,
    pub(super) decide: Vec<String>,
}

impl Entity {
    pub(super) fn key(&self, attribute: &str) -> Option<&Template> {
        self.keys.iter().find(|(name, _)| name == attribute).map(|(_, template)| template)
    }

    /// Whether it has all key attributes of the index.
    pub(super) fn is_in(&self, index: &Index) -> bool {
        index.keys().all(|attribute| self.key(&attribute.name).is_some())
    }
}

/// A pattern, as the words of its line.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) name: String,
    /// `query: Item, index: GSI1`
    pub(super) words: String,
    pub(super) decide: Vec<String>,
    /// Whether it is written as a comment, because something is to be decided first.
    pub(super) off: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) partition: Option<Attribute>,
    pub(super) sort: Option<Attribute>,
    pub(super) type_attribute: Option<String>,
    pub(super) ttl: Option<String>,
    pub(super) indexes: Vec<Index>,
    pub(super) entities: Vec<Entity>,
    /// The kind of each field that is not text, and the entity where it is not the kind everywhere.
    pub(super) kinds: Vec<(String, String)>,
    pub(super) patterns: Vec<Pattern>,
    /// What the design asks for and needs no pattern.
    pub(super) remarks: Vec<String>,
    pub(super) decide: Vec<String>,
}

impl Table {
    /// The attributes of its own key.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Attribute> {
        self.partition.iter().chain(&self.sort)
    }

    pub(super) fn is_key(&self, attribute: &str) -> bool {
        self.keys().any(|own| own.name == attribute)
    }

    /// All key attributes, of the table and its indexes, each once.
    pub(super) fn all_keys(&self) -> Vec<&Attribute> {
        let mut all: Vec<&Attribute> = Vec::new();
        for attribute in self.keys().chain(self.indexes.iter().flat_map(Index::keys)) {
            if !all.iter().any(|known| known.name == attribute.name) {
                all.push(attribute);
            }
        }
        all
    }
}
