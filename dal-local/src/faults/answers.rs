//! What DynamoDB answers when something is wrong.

use std::time::{Duration, SystemTime};

use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::DateTime;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::date_time::Format;
use serde_json::{Value, json};

use super::Throttle;

/// How far a signature's time may be off, by AWS's documentation: five minutes.
const PATIENCE: i64 = 300;

type Answer = Result<HttpResponse, ConnectorError>;

fn error(status: u16, code: &str, message: &str) -> Answer {
    body(status, &json!({ "__type": code, "message": message }))
}

fn body(status: u16, body: &Value) -> Answer {
    let status = StatusCode::try_from(status).map_err(|error| ConnectorError::other(error.into(), None))?;
    let mut answer = HttpResponse::new(status, SdkBody::from(body.to_string()));
    answer.headers_mut().insert("content-type", "application/x-amz-json-1.0");
    answer.headers_mut().insert("x-amzn-requestid", "INJECTED");
    Ok(answer)
}

pub(super) fn throttled(throttle: Throttle) -> Answer {
    match throttle {
        Throttle::ProvisionedThroughputExceeded => error(
            400,
            "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
            "The level of configured provisioned throughput for the table was exceeded.",
        ),
        Throttle::Throttling => error(
            400,
            "com.amazon.coral.availability#ThrottlingException",
            "Rate of requests exceeds the allowed throughput.",
        ),
        Throttle::RequestLimitExceeded => error(
            400,
            "com.amazonaws.dynamodb.v20120810#RequestLimitExceeded",
            "Throughput exceeds the current throughput limit for your account.",
        ),
        Throttle::LimitExceeded => error(
            400,
            "com.amazonaws.dynamodb.v20120810#LimitExceededException",
            "Too many operations for a given subscriber.",
        ),
    }
}

pub(super) fn internal_server_error() -> Answer {
    error(
        500,
        "com.amazonaws.dynamodb.v20120810#InternalServerError",
        "The request processing has failed because of an unknown error, exception or failure.",
    )
}

pub(super) fn service_unavailable() -> Answer {
    error(
        503,
        "com.amazon.coral.availability#ServiceUnavailable",
        "The service is currently unavailable or busy.",
    )
}

/// Whether an operation can meet a transaction that is under way.
pub(super) fn can_conflict(operation: &str) -> bool {
    matches!(operation, "PutItem" | "UpdateItem" | "DeleteItem" | "TransactWriteItems" | "TransactGetItems")
}

pub(super) fn transaction_conflict(operation: &str, request: &[u8]) -> Answer {
    if !operation.starts_with("Transact") {
        let code = "com.amazonaws.dynamodb.v20120810#TransactionConflictException";
        return error(400, code, "Transaction is ongoing for the item");
    }
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    let actions = request["TransactItems"].as_array().map_or(1, Vec::len);
    let reason = |place| match place {
        0 => json!({ "Code": "TransactionConflict", "Message": "Transaction is ongoing for the item" }),
        _ => json!({ "Code": "None" }),
    };
    let codes: Vec<_> =
        (0..actions).map(|place| if place == 0 { "TransactionConflict" } else { "None" }).collect();
    let message = format!(
        "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]",
        codes.join(", ")
    );
    body(
        400,
        &json!({
            "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
            "Message": message,
            "CancellationReasons": (0..actions).map(reason).collect::<Vec<_>>(),
        }),
    )
}

/// The server's time when its clock is off by that many seconds.
fn server_time(ahead: i64) -> Option<SystemTime> {
    let by = Duration::from_secs(ahead.unsigned_abs());
    if ahead < 0 { SystemTime::now().checked_sub(by) } else { SystemTime::now().checked_add(by) }
}

/// The seconds since the epoch of `20270101T120000Z`.
fn signing_time(text: &str) -> Option<i64> {
    let part = |from: usize, to: usize| text.get(from..to);
    let (date, time) = text.split_once('T')?;
    if date.len() != 8 || time.len() != 7 {
        return None;
    }
    let (year, month, day) = (part(0, 4)?, part(4, 6)?, part(6, 8)?);
    let (hour, minute, second) = (part(9, 11)?, part(11, 13)?, part(13, 15)?);
    let text = format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z");
    DateTime::from_str(&text, Format::DateTime).ok().map(|time| time.secs())
}

/// Whether a server whose clock is off by that many seconds refuses the signature's time.
pub(super) fn is_refused_by_clock(signed: Option<&str>, ahead: i64) -> bool {
    let Some(signed) = signed.and_then(signing_time) else { return false };
    server_time(ahead).is_some_and(|now| (DateTime::from(now).secs() - signed).abs() > PATIENCE)
}

pub(super) fn signature_expired(signed: Option<&str>, ahead: i64) -> Answer {
    let message = format!(
        "Signature expired: {} is not within 5 minutes of the server's time",
        signed.unwrap_or("nothing")
    );
    let mut answer = error(400, "com.amazon.coral.service#InvalidSignatureException", &message)?;
    let now = server_time(ahead).and_then(|now| DateTime::from(now).fmt(Format::HttpDate).ok());
    if let Some(now) = now {
        answer.headers_mut().insert("date", now);
    }
    Ok(answer)
}
