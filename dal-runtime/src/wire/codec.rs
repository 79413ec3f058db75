//! The serializer and deserializer that replace the SDK's.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::operation::RequestId;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextMut, BeforeTransmitInterceptorContextRef, Error, Input, Output,
};
use aws_smithy_runtime_api::client::interceptors::{Intercept, dyn_dispatch_hint};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::client::ser_de::{
    DeserializeResponse, SerializeRequest, SharedRequestSerializer, SharedResponseDeserializer,
};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::{ConfigBag, FrozenLayer, Storable, StoreReplace};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue};

use super::begin;
use super::op::Op;
use crate::item::text_to_json;

/// The parts of one call that the SDK hands around.
#[derive(Debug)]
struct Inner {
    request: Mutex<Request>,
    /// The successful answer of the last attempt.
    answer: Mutex<Option<Captured>>,
    /// The SDK's configuration of the operation, whose deserializer reads answers that are errors.
    sdk: fn() -> Option<&'static FrozenLayer>,
    attempts: AtomicU32,
    target: &'static str,
    /// The table that the body is for, where the body names it itself.
    fixed_table: Option<String>,
    table: fn(&Input) -> Option<&str>,
    stub: fn() -> Output,
}

/// A request's body, which may be asked for again.
#[derive(Debug)]
enum Request {
    /// Without the table's name and the closing brace.
    Open(Vec<u8>),
    /// As it was sent, and how much of it was there before the table's name.
    Sent(SdkBody, usize),
}

/// What a successful answer consists of.
#[derive(Debug)]
pub(super) struct Captured {
    pub(super) body: SdkBody,
    pub(super) request_id: Option<String>,
}

/// One call's codec; clones share it.
#[derive(Debug, Clone)]
pub(super) struct Codec(Arc<Inner>);

/// Locks without caring whether another thread panicked: the content is replaced as a whole.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Codec {
    pub(super) fn new<O: Op>(table: &str, body: Vec<u8>) -> Self {
        Codec(Arc::new(Inner {
            request: Mutex::new(Request::Open(body)),
            answer: Mutex::new(None),
            sdk: O::sdk,
            attempts: AtomicU32::new(0),
            target: O::TARGET,
            fixed_table: (!O::TABLE_NAME).then(|| String::from(table)),
            table: O::table,
            stub: O::stub,
        }))
    }

    pub(super) fn attempts(&self) -> u32 {
        self.0.attempts.load(Ordering::Relaxed)
    }

    /// The answer of the last attempt, once.
    pub(super) fn take_answer(&self) -> Option<Captured> {
        lock(&self.0.answer).take()
    }

    /// The request's body, with the table's name as the SDK's input has it by now.
    fn body(&self, input: &Input) -> Result<SdkBody, BoxError> {
        let table = (self.0.table)(input);
        match (&self.0.fixed_table, table) {
            (None, None) => return Err("an interceptor removed the table's name".into()),
            (Some(fixed), table) if table != Some(fixed) => {
                return Err(
                    "an interceptor changed the tables of a batch or transaction, whose body is written"
                        .into(),
                );
            }
            _ => {}
        }
        let mut request = lock(&self.0.request);
        let (mut body, length) = match std::mem::replace(&mut *request, Request::Open(Vec::new())) {
            Request::Open(body) => {
                let length = body.len();
                (body, length)
            }
            Request::Sent(sent, length) => {
                let body = sent.bytes().and_then(|bytes| bytes.get(..length)).map(<[u8]>::to_vec);
                (body.ok_or("the request's body is gone")?, length)
            }
        };
        if let (None, Some(table)) = (&self.0.fixed_table, table) {
            // Room for it in one step; a table's name is short and needs no escaping.
            body.reserve_exact(table.len() + 16);
            if body.last() != Some(&b'{') {
                body.push(b',');
            }
            body.extend_from_slice(b"\"TableName\":");
            text_to_json(table, &mut body);
            body.push(b'}');
        }
        let body = SdkBody::from(body);
        let again = body.try_clone().ok_or("the request's body cannot be sent again")?;
        *request = Request::Sent(again, length);
        Ok(body)
    }
}

impl SerializeRequest for Codec {
    fn serialize_input(&self, input: Input, _: &mut ConfigBag) -> Result<HttpRequest, BoxError> {
        let body = self.body(&input)?;
        let length = body.content_length().unwrap_or_default();
        let mut request = http::Request::new(body);
        *request.method_mut() = http::Method::POST;
        let headers = request.headers_mut();
        // The SDK adds its own headers: signature, date, user agent, invocation id, …
        headers.reserve(12);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-amz-json-1.0"));
        headers.insert(HeaderName::from_static("x-amz-target"), HeaderValue::from_static(self.0.target));
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        Ok(request.try_into()?)
    }
}

impl DeserializeResponse for Codec {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        cfg: &ConfigBag,
    ) -> Result<Output, OrchestratorError<Error>> {
        // Not the SDK's "response error" for nothing: it tries those again.
        verify_sum(response).map_err(|why| OrchestratorError::response(why.into()))?;
        if !response.status().is_success() {
            return match (self.0.sdk)().and_then(|layer| layer.load::<SharedResponseDeserializer>()) {
                Some(sdk) => sdk.deserialize_nonstreaming_with_config(response, cfg),
                None => Err(OrchestratorError::other("the SDK's deserializer is not there")),
            };
        }
        // A clone shares the bytes.
        let body = response.body().try_clone().filter(|body| body.bytes().is_some());
        let body =
            body.ok_or_else(|| OrchestratorError::response("the answer's body is not in memory".into()))?;
        let request_id = response.request_id().map(String::from);
        *lock(&self.0.answer) = Some(Captured { body, request_id });
        Ok((self.0.stub)())
    }
}

/// Compares the body with the sum that DynamoDB sends along, where it does. The SDK does not look at it.
fn verify_sum(response: &HttpResponse) -> Result<(), &'static str> {
    let headers = response.headers();
    let sum = headers.get("x-amz-crc32").and_then(|sum| sum.parse::<u32>().ok());
    // The sum is that of the bytes on the wire.
    let encoded = headers.get("content-encoding").is_some_and(|encoding| encoding != "identity");
    match (sum, response.body().bytes()) {
        (Some(sum), Some(body)) if !encoded && crc32fast::hash(body) != sum => {
            Err("the answer's body does not have the sum in its header `x-amz-crc32`")
        }
        _ => Ok(()),
    }
}

/// The call's codec, for those who have its configuration.
impl Storable for Codec {
    type Storer = StoreReplace<Self>;
}

/// Puts the codec of the call that begins in the place of the SDK's: the interceptor of a client that dal sends through.
#[derive(Debug)]
pub(super) struct Swap;

#[dyn_dispatch_hint]
impl Intercept for Swap {
    fn name(&self) -> &'static str {
        "dal"
    }

    fn modify_before_serialization(
        &self,
        _: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        cfg: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        // Without one, the SDK would send the input, which holds nothing but the table's name.
        let codec = begin::take().ok_or("a call through dal's client that is none of dal's")?;
        let state = cfg.interceptor_state();
        state.store_put(SharedRequestSerializer::new(codec.clone()));
        state.store_put(SharedResponseDeserializer::new(codec.clone()));
        state.store_put(codec);
        Ok(())
    }

    fn read_before_attempt(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        cfg: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(codec) = cfg.load::<Codec>() {
            codec.0.attempts.fetch_add(1, Ordering::Relaxed);
            *lock(&codec.0.answer) = None;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::op::{BatchWriteItem, GetItem};
    use super::*;
    use aws_sdk_dynamodb::operation::get_item::GetItemInput;

    fn sent(codec: &Codec, table: Option<&str>) -> Result<String, BoxError> {
        let input = GetItemInput::builder().set_table_name(table.map(String::from)).build()?;
        let request = codec.serialize_input(Input::erase(input), &mut ConfigBag::base())?;
        Ok(String::from_utf8(request.body().bytes().unwrap_or_default().to_vec())?)
    }

    #[test]
    fn a_request_is_serialized_as_often_as_asked() {
        let codec = Codec::new::<GetItem>("t", br#"{"Key":{}"#.to_vec());
        assert_eq!(sent(&codec, Some("t")).unwrap(), r#"{"Key":{},"TableName":"t"}"#);
        assert_eq!(sent(&codec, Some("other")).unwrap(), r#"{"Key":{},"TableName":"other"}"#);
        assert_eq!(sent(&codec, None).unwrap_err().to_string(), "an interceptor removed the table's name");
        assert_eq!(sent(&codec, Some("t")).unwrap(), r#"{"Key":{},"TableName":"t"}"#);
    }

    #[test]
    fn an_input_of_another_operation_is_an_error() {
        sent(&Codec::new::<BatchWriteItem>("t", b"{}".to_vec()), Some("t")).unwrap_err();
    }
}
