//! The contenders that are other crates.

mod serde_maps;

pub use serde_maps::SerdeDynamo;

use crate::work::Spec;

/// What the others write and read is what all do.
///
/// # Errors
///
/// When it is not.
pub fn verify() -> crate::Result<()> {
    crate::verify::maps::<SerdeDynamo>("serde_dynamo")
}

/// The works of those with calls of their own.
pub fn works() -> Vec<Spec> {
    Vec::new()
}
