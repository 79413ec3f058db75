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
mod file;
mod names;
mod parse;
mod shapes;

pub use derive::{Report, expand};
pub use file::{expand_file, tracking};
pub use parse::patterns_attribute;
pub use shapes::{Types, check_types, derives};
