//! What a transaction that was cancelled says: why, action by action.

use std::fmt;

use crate::error::Error;

/// A transaction that DynamoDB cancelled: nothing of it was done.
#[derive(Debug)]
#[non_exhaustive]
pub struct TransactionFailed {
    /// The DynamoDB operation.
    pub operation: &'static str,
    /// The actions that were the reason, in their order. DynamoDB looks at all of them, so there can be several.
    pub reasons: Vec<TransactionReason>,
    /// How many actions it had.
    pub actions: usize,
    /// How many attempts were made. Those before the last met conflicts or throttling.
    pub attempts: u32,
}

/// Why one action of a transaction could not be done.
#[derive(Debug)]
#[non_exhaustive]
pub struct TransactionReason {
    /// Which action it is: its position in the order of [`add`](crate::Transaction::add), from 0.
    pub position: usize,
    /// The entity.
    pub entity: &'static str,
    /// The item's key, as text.
    pub key: String,
    /// What is in the way.
    pub cause: TransactionCause,
}

/// What was in the way of an action.
#[derive(Debug)]
#[non_exhaustive]
pub enum TransactionCause {
    /// Its condition did not hold: the error that the action would have given alone, with the stored item.
    Refused(Error),
    /// Another transaction or write on the item was under way, until the time for retries was over.
    Conflict,
    /// The table, an index or a partition was throttled, until the time for retries was over.
    Throttled,
    /// The item collection would be over 10 GB (tables with local secondary indexes).
    ItemCollectionTooLarge,
    /// DynamoDB refused the action as it is: its words.
    Invalid(String),
    /// Something else: DynamoDB's code and words.
    Other(String),
}

impl TransactionFailed {
    /// Why the action at that position, as it was added, could not be done; `None` where it was not the reason.
    pub fn failed(&self, position: usize) -> Option<&TransactionReason> {
        self.reasons.iter().find(|reason| reason.position == position)
    }

    /// The error of the first action whose condition did not hold.
    pub fn refused(&self) -> Option<&Error> {
        self.reasons.iter().find_map(|reason| match &reason.cause {
            TransactionCause::Refused(error) => Some(error),
            _ => None,
        })
    }

    /// Whether nothing was in the way but other work on the same items, or throttling: the same transaction can succeed later.
    pub fn is_retryable(&self) -> bool {
        !self.reasons.is_empty() && self.reasons.iter().all(|reason| reason.cause.is_transient())
    }

    /// Whether nothing was in the way but other work on the same items.
    pub fn conflict(&self) -> bool {
        let conflict = |reason: &TransactionReason| matches!(reason.cause, TransactionCause::Conflict);
        !self.reasons.is_empty() && self.reasons.iter().all(conflict)
    }
}

impl TransactionCause {
    fn is_transient(&self) -> bool {
        matches!(self, Self::Conflict | Self::Throttled)
    }
}

impl fmt::Display for TransactionFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} actions was cancelled", self.operation, self.actions)?;
        for (number, reason) in self.reasons.iter().enumerate() {
            write!(f, "{} {reason}", if number == 0 { ":" } else { ";" })?;
        }
        Ok(())
    }
}

impl fmt::Display for TransactionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, entity, key, cause } = self;
        write!(f, "action {position}: ")?;
        match cause {
            TransactionCause::Refused(error) => error.fmt(f),
            TransactionCause::Conflict => {
                write!(f, "other work is under way on the `{entity}` {key}")
            }
            TransactionCause::Throttled => write!(f, "the `{entity}` {key} is throttled"),
            TransactionCause::ItemCollectionTooLarge => {
                write!(f, "the item collection of the `{entity}` {key} would be over 10 GB")
            }
            TransactionCause::Invalid(text) => {
                write!(f, "the `{entity}` {key} is refused as invalid: {text}")
            }
            TransactionCause::Other(text) => write!(f, "the `{entity}` {key}: {text}"),
        }
    }
}
