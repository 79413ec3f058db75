//! What can go wrong between a Rust value and an item.

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};

/// One step from an item to a value inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Name(String),
    Index(usize),
}

/// Where it went wrong and why, shared by both directions.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    /// Innermost first, because it is collected while the error travels outwards.
    path: Vec<Segment>,
    message: Cow<'static, str>,
}

impl Fault {
    #[cold]
    fn boxed(message: Cow<'static, str>) -> Box<Self> {
        Box::new(Fault { path: Vec::new(), message })
    }

    fn path(&self) -> String {
        let mut out = String::new();
        for segment in self.path.iter().rev() {
            match segment {
                Segment::Name(name) => {
                    if !out.is_empty() {
                        out.push('.');
                    }
                    out.push_str(name);
                }
                Segment::Index(index) => {
                    // Writing to a String does not fail.
                    let _ = write!(out, "[{index}]");
                }
            }
        }
        out
    }

    fn attribute(&self) -> Option<&str> {
        match self.path.last() {
            Some(Segment::Name(name)) => Some(name),
            _ => None,
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "attribute `{}`: {}", self.path(), self.message)
        }
    }
}

macro_rules! fault_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name(Box<Fault>);

        impl $name {
            /// An error with this message and no path yet.
            #[cold]
            pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
                $name(Fault::boxed(message.into()))
            }

            /// The path of the attribute, like `address.lines[2]`; empty where the fault is not in one attribute.
            pub fn path(&self) -> String {
                self.0.path()
            }

            /// The name of the item's attribute in which the fault is, if it is in one.
            pub fn attribute(&self) -> Option<&str> {
                self.0.attribute()
            }

            /// What is wrong, without the path.
            pub fn message(&self) -> &str {
                &self.0.message
            }

            /// The same error, seen from outside the attribute or map entry `name`.
            #[cold]
            pub fn in_attribute(mut self, name: impl Into<String>) -> Self {
                self.0.path.push(Segment::Name(name.into()));
                self
            }

            /// The same error, seen from outside the element `index` of a list or set.
            #[cold]
            pub fn in_element(mut self, index: usize) -> Self {
                self.0.path.push(Segment::Index(index));
                self
            }
        }

        impl Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("path", &self.path())
                    .field("message", &self.0.message)
                    .finish()
            }
        }

        impl std::error::Error for $name {}
    };
}

fault_type! {
    /// An item, or the answer around it, that could not be read.
    ///
    /// Names the attribute, nested ones included: ``attribute `address.lines[2]`: invalid type: …``.
    DecodeError
}

fault_type! {
    /// A value that has no representation in DynamoDB, with the attribute it was meant for.
    EncodeError
}

impl serde::de::Error for DecodeError {
    fn custom<T: Display>(message: T) -> Self {
        DecodeError::new(message.to_string())
    }

    fn missing_field(field: &'static str) -> Self {
        DecodeError::new("is missing").in_attribute(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        DecodeError::new("is given twice").in_attribute(field)
    }
}

impl serde::ser::Error for EncodeError {
    fn custom<T: Display>(message: T) -> Self {
        EncodeError::new(message.to_string())
    }
}
