//! What dal keeps up with every write: versions, times, and guards of unique values.

pub(crate) mod before;
pub(crate) mod commit;
pub(crate) mod expect;
pub(crate) mod guard;
pub(crate) mod guards;
pub(crate) mod modes;
pub(crate) mod stamps;
mod takeover;
pub(crate) mod write;
