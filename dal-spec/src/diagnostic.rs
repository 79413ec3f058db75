//! Diagnostics: what is wrong with a list or a shape, where, why it matters and how to fix it.

mod code;
mod render;

use std::cmp::Ordering;

pub use code::{Code, Severity};

use crate::source::Place;

/// How many diagnostics are kept.
pub(crate) const MAX_DIAGNOSTICS: usize = 500;

/// One finding.
///
/// The text of a diagnostic is an interface: [`message`](Self::message) is a whole sentence without a full stop,
/// the label stands beside the carets, notes say why it matters and help says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which rule it is about.
    pub code: Code,
    /// What is wrong, as one sentence.
    pub message: String,
    /// Where it is wrong, if it has a place: in `patterns.yaml` whenever there is a choice.
    pub place: Option<Place>,
    /// The words beside the carets; may be empty.
    pub label: String,
    /// Why it matters: consequences, examples.
    pub notes: Vec<String>,
    /// Ways to fix it.
    pub help: Vec<String>,
    /// Which derive reports it, so that each is reported once.
    pub owner: Owner,
    /// The entity it is about.
    pub entity: Option<String>,
    /// The pattern it is about.
    pub pattern: Option<String>,
    /// Other places that explain it, each with its words.
    pub related: Vec<(Place, String)>,
}

/// Who reports a diagnostic: each is reported by exactly one derive.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Owner {
    /// The table's enum.
    #[default]
    Table,
    /// The struct of the entity of that name.
    Entity(String),
    /// The type of the collection of that name.
    Collection(String),
}

impl Diagnostic {
    /// A diagnostic that the table owns, without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            place: None,
            label: String::new(),
            notes: Vec::new(),
            help: Vec::new(),
            owner: Owner::Table,
            entity: None,
            pattern: None,
            related: Vec::new(),
        }
    }

    /// With its place and the words beside the carets.
    #[must_use]
    pub fn at(mut self, place: &Place, label: impl Into<String>) -> Self {
        self.place = Some(place.clone());
        self.label = label.into();
        self
    }

    /// With a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// With a way to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// With another place that explains it.
    #[must_use]
    pub fn related(mut self, place: &Place, text: impl Into<String>) -> Self {
        self.related.push((place.clone(), text.into()));
        self
    }

    /// About this entity, which then reports it.
    #[must_use]
    pub fn entity(mut self, name: &str) -> Self {
        self.entity = Some(name.to_owned());
        self.owner = Owner::Entity(name.to_owned());
        self
    }

    /// Reported by this owner.
    #[must_use]
    pub fn owner(mut self, owner: Owner) -> Self {
        self.owner = owner;
        self
    }

    /// About this pattern.
    #[must_use]
    pub fn pattern(mut self, name: &str) -> Self {
        self.pattern = Some(name.to_owned());
        self
    }

    /// Whether the list cannot be used as it is.
    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }
}

/// The order of reports: by file, line, column and code; what has no place comes first.
pub(crate) fn by_place(a: &Diagnostic, b: &Diagnostic) -> Ordering {
    fn key(d: &Diagnostic) -> Option<(&str, usize, usize)> {
        d.place.as_ref().map(|p| (p.source.name.as_str(), p.line, p.column))
    }
    key(a)
        .cmp(&key(b))
        .then_with(|| a.code.number().cmp(b.code.number()))
        .then_with(|| a.message.cmp(&b.message))
}
