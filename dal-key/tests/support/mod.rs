//! Random templates and values, and the model that the codec is held against.
#![allow(dead_code, reason = "each test uses some of it")]

use std::borrow::Cow;

use dal_key::{Case, Format, Kind, Part, Parts, Segment, Template};
use proptest::prelude::*;

pub(crate) mod model;
pub(crate) mod templates;
pub(crate) mod values;

/// Runs each law over as many cases as `DAL_LAW_CASES` says.
pub(crate) fn config() -> ProptestConfig {
    let cases = std::env::var("DAL_LAW_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(10_000);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A template's segments, and values of its parts in their order.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub(crate) segments: Vec<Segment<'static>>,
    pub(crate) values: Vec<Part<'static>>,
}

impl Key {
    pub(crate) fn template(&self) -> Template<'_> {
        Template::new(&self.segments)
    }

    pub(crate) fn parts(&self) -> Parts {
        parts(&self.values)
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.template().write(&self.parts(), &mut text).expect("the values are of their kinds");
        text
    }

    /// The kinds and formats of the parts.
    pub(crate) fn fields(&self) -> Vec<(Kind<'static>, Format)> {
        let field = |segment: &Segment<'static>| match *segment {
            Segment::Part { kind, format, .. } => Some((kind, format)),
            _ => None,
        };
        self.segments.iter().filter_map(field).collect()
    }
}

/// The values as parts numbered from 0.
pub(crate) fn parts(values: &[Part<'static>]) -> Parts {
    let mut parts = Parts::new();
    for (number, value) in (0..).zip(values) {
        parts.set(number, value.clone());
    }
    parts
}

pub(crate) fn text(value: &str) -> Part<'static> {
    Part::Text(Cow::Owned(value.to_owned()))
}

/// Folding, said another way than the codec says it.
pub(crate) fn folded(case: Case, value: &str) -> String {
    let mut text = String::new();
    for character in value.chars() {
        match case {
            Case::Keep => text.push(character),
            Case::Lower => text.extend(character.to_lowercase()),
            Case::Upper => text.extend(character.to_uppercase()),
        }
    }
    text
}
