//! One call.

use aws_sdk_dynamodb::Client;

use super::answer::Answer;
use super::begin;
use super::codec::{Codec, Swap};
use super::error::CallError;
use super::op::Op;

/// A client that dal sends through: its calls take their bodies from dal. Cheap to clone.
///
/// Where the client's configuration holds its HTTP client and its identity cache, as that of `Dal::connect()` does, this is a
/// second client of the same configuration, which shares both and costs nothing for each call. Where it does not, a second
/// client would have connections and credentials of its own: the client itself is used, and each call takes a
/// configuration that changes it.
#[derive(Clone, Debug)]
pub struct Caller {
    client: Client,
    /// Whether the interceptor is the client's, or each call's.
    whole: bool,
}

impl Caller {
    /// One with the configuration of this client, its interceptors among it.
    pub fn of(client: &Client) -> Self {
        let config = client.config();
        let whole = config.http_client().is_some() && config.identity_cache().is_some();
        let client = if whole {
            Client::from_conf(config.to_builder().interceptor(Swap).build())
        } else {
            client.clone()
        };
        Self { client, whole }
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
    let result =
        begin::with(codec.clone(), Box::pin(O::send(&caller.client, table, (!caller.whole).then_some(Swap))))
            .await;
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
