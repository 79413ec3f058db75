//! Operations: one builder each, over one way to send them.

pub(crate) mod action;
pub(crate) mod collect;
pub(crate) mod delete;
pub(crate) mod fan;
pub(crate) mod first;
pub(crate) mod get;
pub(crate) mod move_to;
pub(crate) mod put;
pub(crate) mod query;
pub(crate) mod raw;
pub(crate) mod request;
pub(crate) mod scan;
pub(crate) mod stream;
mod tell;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use tracing::Instrument;

use crate::error::{ConditionFailed, Error, ServiceError};
use crate::handle::Reach;
use crate::item::{DecodeError, RawItem};
use crate::schema::EntitySchema;
use crate::stored::StoredItem;
use crate::token::WRITE_TOKEN;
use crate::upkeep::commit::commit;
use crate::upkeep::guards::Ready;
use crate::wire::{Answer, CallError, Failure, Items, Op, View, call};

/// A future of an operation: owned, and free to move between threads.
pub(crate) type Pending<T> = std::pin::Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// A future of an operation that fills in what it borrows.
pub(crate) type PendingIn<'a, T> = std::pin::Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// What an operation is about, for its tracing span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) pattern: &'static str,
    pub(crate) index: Option<&'static str>,
    /// The key condition of a query, in the words of its templates; that of the primary key for others.
    pub(crate) condition: Option<&'static str>,
}

/// An answer, with the span of its call.
#[derive(Debug)]
pub(crate) struct Sent {
    answer: Answer,
    span: tracing::Span,
}

impl Sent {
    /// The answer's body as it came.
    pub(crate) fn body(&self) -> &[u8] {
        self.answer.body()
    }

    /// The answer without the span of its call.
    pub(crate) fn into_answer(self) -> Answer {
        self.answer
    }

    /// What the answer holds; records in the span what it cost.
    pub(crate) fn view<O: Op>(&self, reach: &Reach) -> Result<View<'_>, Error> {
        let view = self.answer.view().map_err(|error| self.unreadable::<O>(reach, &error))?;
        self.record(&view, view.items.len() + usize::from(view.item.is_some()));
        Ok(view)
    }

    /// The same, with the `Items` taken as they are come upon: those of the view are none. `count` says how many there were.
    pub(crate) fn view_items<'a, O: Op, I: Items<'a>>(
        &'a self,
        reach: &Reach,
        items: &mut I,
        count: impl FnOnce(&I) -> usize,
    ) -> Result<View<'a>, Error> {
        let view = self.answer.view_items(items).map_err(|error| self.unreadable::<O>(reach, &error))?;
        self.record(&view, count(items) + usize::from(view.item.is_some()));
        Ok(view)
    }

    fn record(&self, view: &View<'_>, items: usize) {
        if !self.span.is_disabled() {
            self.span.record("consumed_capacity", view.total_consumed().map(|units| units.total));
            self.span.record("items", items);
        }
    }

    fn unreadable<O: Op>(&self, reach: &Reach, error: &DecodeError) -> Error {
        service::<O>(reach, CallError::unreadable::<O>(error, self.answer.attempts()))
    }
}

/// Sends one request in a span that records what it was, its attempts, and the capacity it consumed.
pub(crate) async fn send<O: Op>(reach: &Reach, about: About, body: Vec<u8>) -> Result<Sent, CallError> {
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
    match call::<O>(&core.caller, &core.table, body).instrument(span.clone()).await {
        Ok(answer) => {
            span.record("attempts", answer.attempts());
            Ok(Sent { answer, span })
        }
        Err(error) => {
            span.record("attempts", error.attempts());
            span.in_scope(|| tracing::debug!(%error, "failed"));
            Err(error)
        }
    }
}

/// Does a write that gives nothing back: one call of its own, or a transaction with its guards.
pub(crate) async fn run<O: Op>(ready: Ready) -> Result<(), Error> {
    if ready.guards.is_empty() {
        return ready.action.send(None).await?.view::<O>(&ready.action.reach).map(drop);
    }
    commit(vec![ready.action], ready.guards).await
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
    if !matches!(error.failure(), Failure::ConditionFailed { .. }) {
        return Err(error);
    }
    let stored = match error.into_failure() {
        Failure::ConditionFailed { item } => item.map(StoredItem),
        _ => None,
    };
    let maybe_applied = attempts > 1;
    let stored_equals_sent = match (maybe_applied, sent, &stored) {
        (true, Some(sent), Some(stored)) => {
            let sent = RawItem::parse(sent).and_then(|sent| sent.to_attributes());
            // The mark of another write makes no other item.
            let other = |attributes: &HashMap<String, AttributeValue>| {
                let mut attributes = attributes.clone();
                attributes.remove(WRITE_TOKEN);
                attributes
            };
            sent.ok().map(|sent| other(&sent) == other(stored.attributes()))
        }
        _ => None,
    };
    Ok(Box::new(ConditionFailed { entity, key, stored, maybe_applied, stored_equals_sent }))
}
