//! Transactions: up to 100 actions or reads, all or none.

pub(crate) mod check;
mod failed;
pub(crate) mod read;
pub(crate) mod send;
pub(crate) mod write;

pub use failed::{TransactionCause, TransactionFailed, TransactionReason};
