//! dal-runtime

pub mod item;
pub mod wire;
