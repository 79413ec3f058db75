//! Batches: any number of items, split into the requests that DynamoDB takes, retried until nothing is left.

mod drive;
mod error;
pub(crate) mod get;
pub(crate) mod gets;
pub(crate) mod pace;
mod progress;
pub(crate) mod write;

pub use error::{DuplicateItem, OverLimit, Unprocessed, UnprocessedItem};
pub use progress::Progress;
pub(crate) use progress::{Options, batch_options};
