//! Shapes: what the list cannot know of the Rust types, as plain data.
//!
//! The derive fills a shape from its tokens, `cargo dal check` from the sources.

use crate::source::Place;

/// A struct or enum that derives `SingleTable`.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The type's name.
    pub name: String,
    /// Where its name stands, if known: a Rust file.
    pub place: Option<Place>,
    /// What it is.
    pub body: Body,
}

/// What a type is.
#[derive(Clone, Debug)]
pub enum Body {
    /// A struct with named fields.
    Struct(Vec<FieldShape>),
    /// A tuple struct of that many fields.
    Tuple(usize),
    /// A struct without fields.
    Unit,
    /// An enum.
    Enum(Vec<VariantShape>),
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct FieldShape {
    /// The Rust name, without `r#`.
    pub name: String,
    /// The attribute's name: serde's rename rules applied.
    pub attribute: String,
    /// The type as text: `Option<UserId>`.
    pub ty: String,
    /// The last segment of the type's path without its arguments, looked through `Option` and `Vec`: `UserId`.
    pub base: String,
    /// Whether the type is `Option<…>`.
    pub optional: bool,
    /// Whether the type is `Vec<…>`.
    pub list: bool,
    /// Whether serde fills it when it is missing (`default` on the field or the struct).
    pub default: bool,
    /// Whether serde flattens it.
    pub flatten: bool,
    /// Whether serde skips it when writing or reading.
    pub skip: bool,
    /// Whether serde writes or reads it by functions of its own (`with`, `serialize_with`, `deserialize_with`).
    pub with: Option<String>,
    /// Where its name stands, if known.
    pub place: Option<Place>,
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub struct VariantShape {
    /// The Rust name.
    pub name: String,
    /// Its text: serde's rename rules applied.
    pub text: String,
    /// The payload's type (last path segment), if it is a tuple variant of one field.
    pub payload: Option<String>,
    /// How many fields it has.
    pub fields: usize,
    /// Where its name stands, if known.
    pub place: Option<Place>,
}
