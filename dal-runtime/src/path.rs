//! Paths: an attribute, or a place inside the document that it holds.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;

use crate::attr::{Attr, Nested, WriteValue, write_plain};
use crate::body::Placeholders;
use crate::item::EncodeError;
use crate::values::{Elements, Keyed};

/// A place inside an attribute of entity `E`, which holds a `V`: `Item::ADDRESS.field::<String>("city")`.
///
/// DynamoDB calls it a document path. Names may hold any characters, dots and brackets too: they travel as placeholders.
/// A path that an item does not have is [absent](Self::absent), and no comparison with it holds.
pub struct Path<E, V, R> {
    steps: Steps,
    write: WriteValue<V>,
    marks: PhantomData<fn() -> (E, R)>,
}

/// An attribute's name, and the steps into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    root: Cow<'static, str>,
    inner: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Field(Cow<'static, str>),
    At(usize),
}

/// What updates and conditions take of entity `E`: an [attribute](Attr) or a [path](Path) into one.
#[diagnostic::on_unimplemented(
    message = "this is no attribute of `{E}`",
    label = "not an attribute of `{E}`",
    note = "an entity's attributes are constants of its struct: `Item::TITLE`, or a path into one: `Item::ADDRESS.field::<String>(\"city\")`"
)]
pub trait Attribute<E>: sealed::Sealed {
    /// What it holds.
    type Value;
    /// What may be done with it.
    type Role;

    /// The path.
    fn path(self) -> Path<E, Self::Value, Self::Role>;
}

mod sealed {
    pub trait Sealed {}
    impl<E, V, R> Sealed for crate::attr::Attr<E, V, R> {}
    impl<E, V, R> Sealed for super::Path<E, V, R> {}
}

impl<E, V, R> Attribute<E> for Attr<E, V, R> {
    type Value = V;
    type Role = R;

    fn path(self) -> Path<E, V, R> {
        self.as_path()
    }
}

impl<E, V, R> Attribute<E> for Path<E, V, R> {
    type Value = V;
    type Role = Nested<R>;

    fn path(self) -> Path<E, V, Nested<R>> {
        Path { steps: self.steps, write: self.write, marks: PhantomData }
    }
}

impl Steps {
    pub(crate) const fn root(name: &'static str) -> Self {
        Self { root: Cow::Borrowed(name), inner: Vec::new() }
    }

    pub(crate) fn named(name: String) -> Self {
        Self { root: Cow::Owned(name), inner: Vec::new() }
    }

    /// The attribute's name.
    pub(crate) fn attribute(&self) -> &str {
        &self.root
    }

    /// Whether it is a whole attribute.
    pub(crate) const fn is_whole(&self) -> bool {
        self.inner.is_empty()
    }

    /// Whether one of the two holds the other, or both are the same.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.root == other.root && self.inner.iter().zip(&other.inner).all(|(one, other)| one == other)
    }

    fn then(mut self, step: Step) -> Self {
        self.inner.push(step);
        self
    }

    /// The path in an expression.
    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> String {
        let mut text = String::with_capacity(8);
        self.push(placeholders, &mut text);
        text
    }

    /// Appends the path to an expression.
    pub(crate) fn push(&self, placeholders: &mut Placeholders, to: &mut String) {
        placeholders.push_name(self.root.clone(), to);
        for step in &self.inner {
            match step {
                Step::Field(name) => {
                    to.push('.');
                    placeholders.push_name(name.clone(), to);
                }
                Step::At(index) => to.extend(["[", itoa::Buffer::new().format(*index), "]"]),
            }
        }
    }
}

/// For people: `address.lines[2]`.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        self.inner.iter().try_for_each(|step| match step {
            Step::Field(name) => write!(f, ".{name}"),
            Step::At(index) => write!(f, "[{index}]"),
        })
    }
}

impl<E, V, R> Path<E, V, R> {
    pub(crate) const fn new(steps: Steps, write: WriteValue<V>) -> Self {
        Self { steps, write, marks: PhantomData }
    }

    pub(crate) fn steps(self) -> Steps {
        self.steps
    }

    pub(crate) const fn borrowed(&self) -> &Steps {
        &self.steps
    }

    /// The value as DynamoDB JSON, or `None` where it is a `None`.
    pub(crate) fn json(&self, value: &V) -> Result<Option<Vec<u8>>, EncodeError> {
        let mut json = Vec::with_capacity(32);
        let there =
            (self.write)(value, &mut json).map_err(|error| error.in_attribute(self.steps.to_string()))?;
        Ok(there.then_some(json))
    }

    /// The entry `name` of the map that is stored here, as a `T`: a field of a struct, by the name that serde gives it.
    pub fn field<T: Serialize>(self, name: impl Into<Cow<'static, str>>) -> Path<E, T, R> {
        Path::new(self.steps.then(Step::Field(name.into())), write_plain::<T>)
    }

    /// The entry of a map.
    pub fn entry(self, key: impl Into<Cow<'static, str>>) -> Path<E, V::Value, R>
    where
        V: Keyed<Value: Serialize>,
    {
        self.field(key)
    }

    /// The element of a list; the first has index 0. Sets have no order, and so no elements by index.
    pub fn at(self, index: usize) -> Path<E, V::Element, R>
    where
        V: Elements<Element: Serialize>,
    {
        Path::new(self.steps.then(Step::At(index)), write_plain::<V::Element>)
    }
}

impl<E, V, R> Attr<E, V, R> {
    /// The entry `name` of the map that the attribute holds, as a `T`: a field of a struct, by the name that serde gives
    /// it.
    pub fn field<T: Serialize>(self, name: impl Into<Cow<'static, str>>) -> Path<E, T, R> {
        self.as_path().field(name)
    }

    /// The entry of a map.
    pub fn entry(self, key: impl Into<Cow<'static, str>>) -> Path<E, V::Value, R>
    where
        V: Keyed<Value: Serialize>,
    {
        self.as_path().entry(key)
    }

    /// The element of a list; the first has index 0. Sets have no order, and so no elements by index.
    pub fn at(self, index: usize) -> Path<E, V::Element, R>
    where
        V: Elements<Element: Serialize>,
    {
        self.as_path().at(index)
    }
}

impl<E, V, R> Clone for Path<E, V, R> {
    fn clone(&self) -> Self {
        Self { steps: self.steps.clone(), write: self.write, marks: PhantomData }
    }
}

impl<E, V, R> fmt::Debug for Path<E, V, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({})", self.steps)
    }
}
