//! Operations: one builder each, over one way to send them.

pub(crate) mod collect;
pub(crate) mod delete;
pub(crate) mod first;
pub(crate) mod get;
pub(crate) mod put;
pub(crate) mod query;
pub(crate) mod request;
pub(crate) mod stream;

use tracing::Instrument;

use crate::error::{ConditionFailed, Error, ServiceError};
use crate::handle::Reach;
use crate::item::RawItem;
use crate::schema::EntitySchema;
use crate::stored::StoredItem;
use crate::wire::{Answer, CallError, Op, call};

/// A future of an operation: owned, and free to move between threads.
pub(crate) type Pending<T> = std::pin::Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// What an operation is about, for its tracing span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) pattern: &'static str,
    pub(crate) index: Option<&'static str>,
    /// The key condition of a query, in the words of its templates; that of the primary key for others.
    pub(crate) condition: Option<&'static str>,
}

/// Sends one request in a span that records what it was, its attempts, and the capacity it consumed.
pub(crate) async fn send<O: Op>(reach: &Reach, about: About, body: Vec<u8>) -> Result<Answer, CallError> {
    let core = &reach.core;
    let span = tracing::debug_span!(
        "dynamodb",
        operation = O::NAME,
        table = core.table,
        index = about.index,
        entity = about.entity.name,
        pattern = about.pattern,
        key_condition = tracing::field::Empty,
        attempts = tracing::field::Empty,
        consumed_capacity = tracing::field::Empty,
        items = tracing::field::Empty,
    );
    if !span.is_disabled() {
        match about.condition {
            Some(condition) => span.record("key_condition", condition),
            None => span.record("key_condition", about.entity.condition()),
        };
    }
    let sent = call::<O>(&core.client, &core.table, body).instrument(span.clone()).await;
    match &sent {
        Ok(answer) => {
            span.record("attempts", answer.attempts());
            if let Ok(view) = answer.view() {
                span.record("consumed_capacity", view.consumed.as_ref().map(|c| c.capacity_units));
                span.record("items", view.count);
            }
        }
        Err(error) => span.in_scope(|| tracing::debug!(%error, attempts = error.attempts(), "failed")),
    }
    sent
}

/// The error of a call that has no meaning of its own for the operation.
pub(crate) fn service<O: Op>(reach: &Reach, source: CallError) -> Error {
    Error::Service(Box::new(ServiceError { operation: O::NAME, table: reach.core.table.clone(), source }))
}

/// What a failed condition says, if that is what `error` is: the item found, and whether an earlier attempt may have acted.
/// `sent` is the item of a put, as it was written.
pub(crate) fn condition_failed(
    entity: &'static str,
    key: String,
    error: CallError,
    sent: Option<&[u8]>,
) -> Result<Box<ConditionFailed>, CallError> {
    let attempts = error.attempts();
    let stored = error.into_condition_failed()?.map(StoredItem);
    let maybe_applied = attempts > 1;
    let stored_equals_sent = match (maybe_applied, sent, &stored) {
        (true, Some(sent), Some(stored)) => {
            let sent = RawItem::parse(sent).and_then(|sent| sent.to_attributes());
            sent.ok().map(|sent| sent == *stored.attributes())
        }
        _ => None,
    };
    Ok(Box::new(ConditionFailed { entity, key, stored, maybe_applied, stored_equals_sent }))
}
