//! The benchmark of dal beside what one would use instead: the same entity, the same data, the same calls.
//!
//! `cargo bench -p dal-bench --features peers` compares them in one process and prints the ratios; the binary `counts`
//! gives instructions and allocations, and holds dal's to `counts.toml`. `docs/performance.md` says what they mean.
#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "a program for the project's own use")]

pub mod answers;
pub mod canned;
pub mod domain;
pub mod keys;
#[cfg(feature = "peers")]
pub mod lines;
pub mod measure;
pub mod ours;
#[cfg(feature = "peers")]
pub mod peers;
pub mod pinned;
pub mod raw;
pub mod report;
pub mod sdk;
pub mod verify;
pub mod work;
pub mod works;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use ulid::Ulid;

use crate::domain::Status;

/// An item as the SDK has it.
pub type Map = HashMap<String, AttributeValue>;

/// Whatever goes wrong.
pub type Error = Box<dyn std::error::Error>;

/// A result with any error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An order as the index holds it.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    pub tenant_id: Ulid,
    pub customer_id: Ulid,
    pub order_id: Ulid,
    pub status: Status,
    pub placed_at: DateTime<Utc>,
    pub title: String,
    pub total: i64,
}
