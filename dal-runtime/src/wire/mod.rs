//! Calls through the SDK's client with bodies of dal's own.
//!
//! The client keeps what it is good at: configuration, credentials, endpoints, signing, retries, timeouts,
//! interceptors and HTTP. Its request serializer and its response deserializer are replaced, so that no
//! `HashMap<String, AttributeValue>` is made on the way. An answer that is an error is left to the SDK.
//!
//! What a user's interceptors can see and do: the input holds the table's name and nothing else, and renaming the
//! table works; the HTTP request and response are complete; the output is empty. An interceptor that replaces the
//! output makes the call fail, because nobody would see what it put there.

mod answer;
mod begin;
mod call;
mod codec;
mod error;
mod op;

pub(crate) use answer::Items;
pub use answer::{Answer, Consumed, TableItems, TableWrites, Units, View, Write};
pub use call::{Caller, call};
pub use error::{CallError, CancellationReason, Failure};
pub use op::{
    BatchGetItem, BatchWriteItem, DeleteItem, Details, GetItem, Op, PutItem, Query, Scan, TransactGetItems,
    TransactWriteItems, UpdateItem,
};
