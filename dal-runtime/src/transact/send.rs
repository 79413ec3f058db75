//! Sending a transaction: conflicts are retried, and what cancels it is mapped to its actions.

use std::time::Duration;

use super::failed::{TransactionCause, TransactionFailed, TransactionReason};
use crate::batch::OverLimit;
use crate::batch::pace::{Pace, Patience};
use crate::error::Error;
use crate::handle::Reach;
use crate::op::{About, Sent, send, service};
use crate::schema::{EVERY_ENTITY, EntitySchema};
use crate::wire::{CallError, CancellationReason, Failure, Op};

/// How many actions or reads a transaction can have.
pub(crate) const MAX_ACTIONS: usize = 100;

/// How long a transaction goes on over conflicts and throttling, unless told otherwise.
pub(crate) const DEADLINE: Duration = Duration::from_secs(10);

/// A request, ready to be sent as often as needed.
pub(crate) struct Request {
    pub(crate) body: Vec<u8>,
    pub(crate) pattern: &'static str,
    pub(crate) entity: Option<&'static EntitySchema>,
    pub(crate) deadline: Duration,
}

/// Refuses more than a transaction can hold.
pub(crate) fn within<O: Op>(what: &'static str, count: usize, limit: usize) -> Result<(), Error> {
    if count <= limit {
        return Ok(());
    }
    Err(Error::OverLimit(Box::new(OverLimit { operation: O::NAME, what, count, limit })))
}

/// Sends it until it is done, refused, or the deadline is over. `reason` maps the number of an action, as DynamoDB counts
/// them, to what it is for the caller.
pub(crate) async fn transact<O: Op>(
    reach: &Reach,
    request: Request,
    actions: usize,
    reason: impl Fn(usize, CancellationReason) -> Option<TransactionReason> + Send,
) -> Result<Sent, Error> {
    let Request { body, pattern, entity, deadline } = request;
    let about = About { entity: entity.unwrap_or(&EVERY_ENTITY), pattern, index: None, condition: None };
    let mut pace = Pace::new(Patience { stalled: deadline, total: Some(deadline) });
    let mut attempts = 0;
    loop {
        let error = match send::<O>(reach, about, body.clone()).await {
            Ok(sent) => return Ok(sent),
            Err(error) => error,
        };
        attempts += error.attempts();
        if is_transient(&error) && pace.wait(&reach.core.client).await {
            continue;
        }
        if !matches!(error.failure(), Failure::TransactionCanceled { .. }) {
            return Err(service::<O>(reach, error));
        }
        let message = error.message().to_owned();
        let Failure::TransactionCanceled { reasons } = error.into_failure() else { continue };
        let mut reasons: Vec<_> = reasons
            .into_iter()
            .enumerate()
            .filter(|(_, reason)| reason.code.is_some())
            .filter_map(|(number, found)| reason(number, found))
            .collect();
        if reasons.is_empty() {
            // DynamoDB names no action, or more than there are.
            let cause = TransactionCause::Other(message);
            reasons.push(TransactionReason {
                position: 0,
                entity: about.entity.name,
                key: String::new(),
                cause,
            });
        }
        let failed = TransactionFailed { operation: O::NAME, reasons, actions, attempts };
        return Err(Error::Transaction(Box::new(failed)));
    }
}

/// Whether the same transaction may succeed later: conflicts and throttling alone, or a call that did not get through.
/// Writes carry a token, so that a call whose answer was lost is not carried out twice.
fn is_transient(error: &CallError) -> bool {
    let transient = |code: &str| {
        matches!(code, "TransactionConflict" | "ThrottlingError" | "ProvisionedThroughputExceeded")
    };
    match error.failure() {
        Failure::TransactionCanceled { reasons } => {
            let mut codes = reasons.iter().filter_map(|reason| reason.code.as_deref()).peekable();
            codes.peek().is_some() && codes.all(transient)
        }
        _ => error.is_transient(),
    }
}

/// What a reason other than a failed condition is.
pub(crate) fn cause(reason: CancellationReason) -> TransactionCause {
    let text = reason.message.unwrap_or_default();
    match reason.code.as_deref().unwrap_or_default() {
        "TransactionConflict" => TransactionCause::Conflict,
        "ThrottlingError" | "ProvisionedThroughputExceeded" => TransactionCause::Throttled,
        "ItemCollectionSizeLimitExceeded" => TransactionCause::ItemCollectionTooLarge,
        "ValidationError" => TransactionCause::Invalid(text),
        code if text.is_empty() => TransactionCause::Other(code.to_owned()),
        code => TransactionCause::Other(format!("{code}: {text}")),
    }
}
