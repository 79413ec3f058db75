//! What can come of a call instead of an answer.

use std::collections::HashMap;
use std::error::Error as StdError;
use std::fmt;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::RequestId;
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::op::{Details, Op};
use crate::item::DecodeError;

type BoxError = Box<dyn StdError + Send + Sync + 'static>;

/// What went wrong with a call, to be matched on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Failure {
    /// The condition of a write did not hold.
    ConditionFailed {
        /// The stored item, if `ReturnValuesOnConditionCheckFailure` asked for it.
        item: Option<HashMap<String, AttributeValue>>,
    },
    /// A transaction was cancelled.
    TransactionCanceled {
        /// One for each of its items, in their order.
        reasons: Vec<CancellationReason>,
    },
    /// A transaction on the same item is under way.
    TransactionConflict,
    /// The same transaction, by its token, is under way.
    TransactionInProgress,
    /// The token of a transaction was used for another one.
    TokenReused,
    /// Too much for the table, the index, the partition or the account, even after the SDK's retries.
    Throttled,
    /// There is no such table or index.
    TableMissing,
    /// A partition of a table with a local secondary index is larger than 10 GB.
    ItemCollectionTooLarge,
    /// DynamoDB refused the request as it is.
    Validation,
    /// The credentials are missing, wrong or expired, or do not allow this.
    AccessDenied,
    /// No answer in the time allowed. The request may have been carried out.
    Timeout,
    /// The request could not be sent, or the connection broke. If there was an attempt, it may have been carried out.
    Dispatch,
    /// An error on DynamoDB's side. The request may have been carried out.
    Internal,
    /// The request could not be made: a configuration or an interceptor failed. Nothing was sent by the last attempt.
    Construction,
    /// An answer came, but not one that can be read: it is no JSON, or its sum (`x-amz-crc32`) is another. The request
    /// was probably carried out.
    Answer,
    /// Something else, with its code if DynamoDB gave one.
    Other {
        /// DynamoDB's code, like `ResourceInUseException`.
        code: Option<String>,
    },
}

/// Why a transaction was cancelled, as far as one of its items is concerned.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CancellationReason {
    /// DynamoDB's code, like `ConditionalCheckFailed`; `None` for an item that was not the reason.
    pub code: Option<String>,
    /// DynamoDB's explanation.
    pub message: Option<String>,
    /// The stored item, if `ReturnValuesOnConditionCheckFailure` asked for it.
    pub item: Option<HashMap<String, AttributeValue>>,
}

impl CancellationReason {
    pub(super) fn of(reason: &aws_sdk_dynamodb::types::CancellationReason) -> Self {
        CancellationReason {
            // DynamoDB says "None" in words.
            code: reason.code.clone().filter(|code| code != "None"),
            message: reason.message.clone(),
            item: reason.item.clone(),
        }
    }
}

/// A call that failed.
#[derive(Debug)]
pub struct CallError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    operation: &'static str,
    failure: Failure,
    message: String,
    attempts: u32,
    request_id: Option<String>,
    source: Option<BoxError>,
}

impl CallError {
    /// What went wrong.
    pub fn failure(&self) -> &Failure {
        &self.0.failure
    }

    /// What went wrong, to take the items out of it.
    pub fn into_failure(self) -> Failure {
        self.0.failure
    }

    /// The explanation, DynamoDB's own if it gave one.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The operation, like `PutItem`.
    pub fn operation(&self) -> &'static str {
        self.0.operation
    }

    /// How many attempts were made. After more than one, an earlier one may have been carried out.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// DynamoDB's id of the last attempt.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// Whether the same call may succeed a little later.
    pub fn is_transient(&self) -> bool {
        matches!(
            self.0.failure,
            Failure::Throttled
                | Failure::Timeout
                | Failure::Dispatch
                | Failure::Internal
                | Failure::TransactionConflict
                | Failure::TransactionInProgress
        )
    }

    /// A successful call whose answer is not there.
    pub(super) fn without_answer<O: Op>(message: &str, attempts: u32) -> Self {
        CallError(Box::new(Inner {
            operation: O::NAME,
            failure: Failure::Answer,
            message: String::from(message),
            attempts,
            request_id: None,
            source: None,
        }))
    }

    pub(super) fn of<O: Op>(error: SdkError<O::Error, HttpResponse>, attempts: u32) -> Self {
        Self::new(O::NAME, error, O::details, attempts)
    }

    fn new<E>(
        operation: &'static str,
        error: SdkError<E, HttpResponse>,
        details: impl FnOnce(&E) -> Details,
        attempts: u32,
    ) -> Self
    where
        E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
    {
        let request_id = error.request_id().map(String::from);
        let (failure, message) = match &error {
            SdkError::ServiceError(service) => {
                let status = service.raw().status().as_u16();
                let error = service.err();
                let failure = classify(error.code(), status, details(error));
                let message = error.message().map_or_else(|| chain(error), String::from);
                (failure, message)
            }
            SdkError::TimeoutError(_) => (Failure::Timeout, chain(&error)),
            SdkError::DispatchFailure(dispatch) if dispatch.is_timeout() => (Failure::Timeout, chain(&error)),
            SdkError::DispatchFailure(dispatch) if dispatch.is_user() => {
                (Failure::Construction, chain(&error))
            }
            SdkError::DispatchFailure(dispatch) if is_credentials(dispatch) => {
                (Failure::AccessDenied, chain(&error))
            }
            SdkError::DispatchFailure(_) => (Failure::Dispatch, chain(&error)),
            SdkError::ResponseError(_) => (Failure::Answer, chain(&error)),
            SdkError::ConstructionFailure(_) => (Failure::Construction, chain(&error)),
            _ => (Failure::Other { code: None }, chain(&error)),
        };
        let source = Some(Box::new(error) as BoxError);
        CallError(Box::new(Inner { operation, failure, message, attempts, request_id, source }))
    }
}

/// Whether no credentials could be found, which the SDK reports as a failed dispatch.
fn is_credentials(dispatch: &aws_smithy_runtime_api::client::result::DispatchFailure) -> bool {
    let mut next = dispatch.as_connector_error().map(|error| error as &dyn StdError);
    while let Some(error) = next {
        if error.to_string().contains("credentials") {
            return true;
        }
        next = error.source();
    }
    false
}

/// An error with its causes: the SDK's own errors say little more than their kind.
fn chain(error: &dyn StdError) -> String {
    let mut out = error.to_string();
    let mut next = error.source();
    while let Some(error) = next {
        let text = error.to_string();
        if !out.ends_with(&text) {
            out.push_str(": ");
            out.push_str(&text);
        }
        next = error.source();
    }
    out
}

fn classify(code: Option<&str>, status: u16, details: Details) -> Failure {
    // Some services and proxies prefix the code with a namespace, or follow it with a link.
    let code = code.map(|code| {
        let code = code.rsplit('#').next().unwrap_or(code);
        code.split(':').next().unwrap_or(code)
    });
    match code.unwrap_or_default() {
        "ConditionalCheckFailedException" => Failure::ConditionFailed { item: details.item },
        "TransactionCanceledException" => {
            Failure::TransactionCanceled { reasons: details.reasons.unwrap_or_default() }
        }
        "TransactionConflictException" | "ReplicatedWriteConflictException" => Failure::TransactionConflict,
        "TransactionInProgressException" => Failure::TransactionInProgress,
        "IdempotentParameterMismatchException" => Failure::TokenReused,
        "ProvisionedThroughputExceededException"
        | "ProvisionedThroughputExceeded"
        | "RequestLimitExceeded"
        | "ThrottlingException"
        | "Throttling"
        | "ThrottledException"
        | "RequestThrottled"
        | "RequestThrottledException"
        | "TooManyRequestsException"
        | "BandwidthLimitExceeded"
        | "SlowDown"
        | "LimitExceededException" => Failure::Throttled,
        "ResourceNotFoundException" | "TableNotFoundException" | "IndexNotFoundException" => {
            Failure::TableMissing
        }
        "ItemCollectionSizeLimitExceededException" => Failure::ItemCollectionTooLarge,
        "ValidationException" | "ValidationError" | "SerializationException" => Failure::Validation,
        "AccessDeniedException"
        | "AccessDenied"
        | "UnrecognizedClientException"
        | "IncompleteSignatureException"
        | "InvalidSignatureException"
        | "MissingAuthenticationTokenException"
        | "MissingAuthenticationToken"
        | "ExpiredTokenException"
        | "ExpiredToken"
        | "InvalidClientTokenId"
        | "SignatureDoesNotMatch"
        | "NotAuthorized" => Failure::AccessDenied,
        "InternalServerError" | "InternalFailure" | "ServiceUnavailable" | "ServiceUnavailableException" => {
            Failure::Internal
        }
        _ if status == 429 => Failure::Throttled,
        _ if status >= 500 => Failure::Internal,
        _ => Failure::Other { code: code.map(String::from) },
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { operation, failure, message, attempts, .. } = &*self.0;
        let what = match failure {
            Failure::ConditionFailed { .. } => "the condition failed",
            Failure::TransactionCanceled { .. } => "the transaction was cancelled",
            Failure::TransactionConflict => "a transaction is under way on the item",
            Failure::TransactionInProgress => "the same transaction is under way",
            Failure::TokenReused => "the transaction's token was used for another one",
            Failure::Throttled => "throttled",
            Failure::TableMissing => "the table or index does not exist",
            Failure::ItemCollectionTooLarge => "the item collection is too large",
            Failure::Validation => "refused as invalid",
            Failure::AccessDenied => "access denied",
            Failure::Timeout => "timed out",
            Failure::Dispatch => "could not be sent",
            Failure::Internal => "failed in DynamoDB",
            Failure::Construction => "could not be made",
            Failure::Answer => "the answer cannot be read",
            Failure::Other { .. } => "failed",
        };
        write!(f, "{operation}: {what}")?;
        if !message.is_empty() {
            write!(f, ": {message}")?;
        }
        if *attempts > 1 {
            write!(f, " (after {attempts} attempts)")?;
        }
        Ok(())
    }
}

impl StdError for CallError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}

impl CallError {
    /// The error of a call that the SDK made by itself, without dal's bodies.
    pub(crate) fn from_sdk<E>(operation: &'static str, error: SdkError<E, HttpResponse>) -> Self
    where
        E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
    {
        Self::new(operation, error, |_| Details::default(), 1)
    }

    /// An answer that is not one to its request.
    pub(crate) fn incomplete<O: Op>(message: &str) -> Self {
        Self::without_answer::<O>(message, 1)
    }

    /// An answer that cannot be read.
    pub(crate) fn unreadable<O: Op>(error: &DecodeError, attempts: u32) -> Self {
        Self::without_answer::<O>(&error.to_string(), attempts)
    }

    /// Whether DynamoDB refused a write because the item would be over 400 KB: it says so only in words.
    pub(crate) fn is_item_too_large(&self) -> bool {
        self.0.failure == Failure::Validation
            && self.0.message.contains("Item size")
            && self.0.message.contains("exceeded")
    }
}
