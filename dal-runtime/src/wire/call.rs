//! One call.

use aws_sdk_dynamodb::Client;

use super::answer::Answer;
use super::begin;
use super::codec::{Codec, Swap};
use super::error::CallError;
use super::op::Op;

/// A client that dal sends through: one with the configuration of another, whose calls take their bodies from dal.
///
/// Where the other's configuration names an HTTP client and an identity cache, as that of `aws-config` does the latter, both
/// clients share them. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Caller(Client);

impl Caller {
    /// One with the configuration of this client, its interceptors among it.
    pub fn of(client: &Client) -> Self {
        Self(Client::from_conf(client.config().to_builder().interceptor(Swap).build()))
    }
}

/// Sends a request and gives the answer as it came.
///
/// For operations on one table ([`Op::TABLE_NAME`]) `body` is the request's JSON without `TableName` and without its
/// closing brace: `{"Key":{…},"ReturnConsumedCapacity":"TOTAL"`. The name is written last, from the SDK's input, so
/// that interceptors can rename the table. For the others `body` is complete, and `table` is the one by which the
/// endpoint is chosen; an interceptor that changes it makes the call fail.
///
/// # Errors
///
/// See [`CallError`]. Retries are the SDK's, and over by then.
pub async fn call<O: Op>(caller: &Caller, table: &str, body: Vec<u8>) -> Result<Answer, CallError> {
    let codec = Codec::new::<O>(table, body);
    // The SDK's future is large: it is moved here once, and not with every future around it.
    let result = begin::with(codec.clone(), Box::pin(O::send(&caller.0, table))).await;
    let attempts = codec.attempts();
    match result {
        Err(error) => Err(CallError::of::<O>(error, attempts)),
        Ok(output) if !O::is_stub(&output) => {
            Err(CallError::without_answer::<O>("an interceptor replaced the output", attempts))
        }
        Ok(_) => match codec.take_answer() {
            Some(answer) => Ok(Answer::new(answer, attempts)),
            None => Err(CallError::without_answer::<O>("an interceptor supplied the output", attempts)),
        },
    }
}
