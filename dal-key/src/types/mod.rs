//! Rust types as parts of keys: those of std, and of other crates by feature.

use crate::error::KeyProblem;
use crate::part::Part;

mod std;

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "ulid")]
mod ulid;
#[cfg(feature = "uuid")]
mod uuid;

fn other(part: &Part<'_>, wanted: &str) -> KeyProblem {
    KeyProblem::OutOfKind(format!("is {}, and its type holds {wanted}", part.name()))
}

fn outside(part: &str, rust: &str) -> KeyProblem {
    KeyProblem::OutOfKind(format!("is {part}, outside `{rust}`"))
}
