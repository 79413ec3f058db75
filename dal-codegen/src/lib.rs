//! From a struct or an enum and its list to the code of `#[derive(SingleTable)]`.
//!
//! A plain library, so that the command line shows and the tests read what the derive gives. Data flows one way: tokens
//! → `Input` with its serde and dal attributes → the list's checks → one generator per emitted item.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod check;
mod derive;
mod emit;
mod error;
mod fallback;
#[cfg(feature = "files")]
mod file;
mod names;
mod parse;
#[cfg(feature = "files")]
mod shapes;
mod tracking;

pub use derive::{Report, expand};
#[cfg(feature = "files")]
pub use file::expand_file;
pub use parse::patterns_attribute;
#[cfg(feature = "files")]
pub use shapes::{Types, check_types, derives};
pub use tracking::tracking;
