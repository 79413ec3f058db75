//! The key codec of dal.
//!
//! A key attribute of a table or an index is text built from a [`Template`]: literal text and parts.
//! Each part has a [`Kind`] (what values it takes) and a [`Format`] (how they are written). One codec
//! writes, orders, bounds and reads them back, for every operation.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod error;
mod format;
mod kind;
mod part;
mod template;

pub use error::{KeyError, KeyProblem};
pub use format::{Case, Cut, Format, Order, Style};
pub use kind::{Kind, Precision, Words, kinds};
pub use part::{KeyPart, Part};
pub use template::{Bound, PartSource, Parts, Segment, SortCondition, Template, lit, part};
