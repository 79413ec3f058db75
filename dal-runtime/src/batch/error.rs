//! What can be wrong with many items at once.

use std::fmt;

use crate::error::Error;

/// One item at two places of a call that takes each item once. Nothing was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DuplicateItem {
    /// The DynamoDB operation.
    pub operation: &'static str,
    /// The entity.
    pub entity: &'static str,
    /// The item's key, as text.
    pub key: String,
    /// Where it stands: positions in the order in which it was given, from 0.
    pub positions: [usize; 2],
}

/// More than one request of DynamoDB can hold. Nothing was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OverLimit {
    /// The DynamoDB operation.
    pub operation: &'static str,
    /// What is counted: `actions`, `items`, or `bytes` of items.
    pub what: &'static str,
    /// How many there are.
    pub count: usize,
    /// How many there can be.
    pub limit: usize,
}

/// Items that a batch did not come to within its time, or before a request failed for good.
#[derive(Debug)]
#[non_exhaustive]
pub struct Unprocessed {
    /// The DynamoDB operation.
    pub operation: &'static str,
    /// The items, in the order in which they were given.
    pub items: Vec<UnprocessedItem>,
    /// Of how many.
    pub total: usize,
    /// The error of the last request, where there was one. Without it DynamoDB answered, but left these out: throttling.
    pub cause: Option<Error>,
}

/// One item that a batch did not come to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnprocessedItem {
    /// Where it stands in the order in which the items were given, from 0.
    pub position: usize,
    /// The entity.
    pub entity: &'static str,
    /// The item's key, as text.
    pub key: String,
}

impl fmt::Display for DuplicateItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, entity, key, positions: [first, second] } = self;
        write!(
            f,
            "{operation} takes each item once, but the `{entity}` {key} is at positions {first} and {second}"
        )
    }
}

impl fmt::Display for OverLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, what, count, limit } = self;
        write!(f, "{operation} takes up to {limit} {what}, not {count}")
    }
}

impl fmt::Display for Unprocessed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, items, total, cause } = self;
        write!(f, "{operation} left {} of {total} items unprocessed", items.len())?;
        if let Some(first) = items.first() {
            write!(f, ", the first at position {}: the `{}` {}", first.position, first.entity, first.key)?;
        }
        cause.as_ref().map_or(Ok(()), |cause| write!(f, ": {cause}"))
    }
}
