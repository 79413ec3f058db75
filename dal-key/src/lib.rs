//! The key codec of dal.
//!
//! A key attribute of a table or an index is text built from a [`Template`]: literal text and parts.
//! Each part has a [`Kind`] (what values it takes) and a [`Format`] (how they are written). One codec
//! writes, orders, bounds and reads them back, for every operation.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod codec;
mod condition;
mod error;
mod format;
mod kind;
pub mod language;
mod parse;
mod part;
pub mod pattern;
mod range;
mod template;
mod types;

pub use error::{KeyError, KeyProblem};
pub use format::{Case, Cut, Format, Order, Style};
pub use kind::{DECIMAL_DIGITS, Kind, MAX_DECIMAL_SCALE, Precision, Words, kinds};
pub use part::{KeyPart, Part};
pub use template::{Bound, PartSource, Parts, Segment, SortCondition, Template, lit, part};

/// The most bytes that DynamoDB allows in a partition key.
pub const MAX_PARTITION_KEY_BYTES: usize = 2048;

/// The most bytes that DynamoDB allows in a sort key. Ends of ranges are fitted to it.
pub const MAX_SORT_KEY_BYTES: usize = 1024;

/// The version of the format that this crate documents. A change of any kind's text is a new version.
pub const ESCAPE_FORMAT_VERSION: u32 = 1;
