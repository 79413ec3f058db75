//! dal-runtime

pub mod item;
