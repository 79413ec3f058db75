//! An embedded engine behind a wire with faults: what it leaves unprocessed, refuses, or answers in vain.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{AsyncSleep, BehaviorVersion, Credentials, Region, Sleep};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use dal::{Dal, Table};
use dal_local::Engine;
use serde_json::{Value, json};

/// What happens to a call.
pub enum Fault {
    /// Nothing: it is carried out, and answered.
    None,
    /// Of a batch, only the elements for which it says so are carried out; the others come back as unprocessed.
    Only(Box<dyn FnMut(&Value) -> bool + Send>),
    /// It is not carried out: an error of that code, with more members beside.
    Refused(u16, &'static str, Value),
    /// It is carried out, and an error of that code comes back.
    Lost(u16, &'static str),
    /// It is carried out, and this comes back instead.
    Garbled(&'static str),
}

impl Fault {
    /// The whole call is throttled.
    pub fn throttled() -> Self {
        Self::Refused(400, "ProvisionedThroughputExceededException", json!({}))
    }

    /// A transaction is cancelled, with these codes.
    pub fn cancelled(codes: &[&str]) -> Self {
        let reasons: Vec<_> = codes.iter().map(|code| json!({ "Code": code })).collect();
        Self::Refused(400, "TransactionCanceledException", json!({ "CancellationReasons": reasons }))
    }
}

type Choose = Arc<dyn Fn(&str, &Value) -> Fault + Send + Sync>;

#[derive(Clone)]
struct Faulty {
    engine: Engine,
    choose: Choose,
}

/// A sleep that takes no time: waits are counted by who waits.
#[derive(Debug)]
pub struct NoTime;

impl AsyncSleep for NoTime {
    fn sleep(&self, _: Duration) -> Sleep {
        Sleep::new(tokio::task::yield_now())
    }
}

/// A new table on an embedded engine whose calls, by operation and body, meet faults. The SDK itself does not retry.
pub async fn faulty<T: Table>(choose: impl Fn(&str, &Value) -> Fault + Send + Sync + 'static) -> Dal<T> {
    let engine = Engine::memory().expect("an engine in memory");
    Dal::<T>::new(engine.client()).create_table().await.expect("the table is created");
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .http_client(Faulty { engine, choose: Arc::new(choose) })
        .endpoint_url("http://engine.invalid")
        .region(Region::from_static("local"))
        .credentials_provider(Credentials::new("x", "x", None, None, "test"))
        .retry_config(RetryConfig::disabled())
        .sleep_impl(NoTime)
        .build();
    Dal::new(Client::from_conf(config))
}

fn error(status: u16, code: &str, mut more: Value) -> HttpResponse {
    more["__type"] = json!(format!("com.amazonaws.dynamodb.v20120810#{code}"));
    more["message"] = json!("a fault");
    HttpResponse::new(status.try_into().expect("a status"), SdkBody::from(more.to_string()))
}

/// Takes out of a batch what is not to be carried out, in the shape of the answer's member for it.
fn split(body: &mut Value, mut only: impl FnMut(&Value) -> bool) -> Value {
    let mut left = json!({});
    let tables = body["RequestItems"].as_object_mut().expect("a batch");
    for (table, elements) in tables.iter_mut() {
        let keys = elements.get("Keys").is_some();
        let list = if keys { &mut elements["Keys"] } else { &mut *elements };
        let all = std::mem::take(list.as_array_mut().expect("a list"));
        let (done, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(&mut only);
        *list = json!(done);
        if !rest.is_empty() {
            left[table] = if keys { json!({ "Keys": rest }) } else { json!(rest) };
        }
    }
    tables.retain(|_, elements| {
        let list = elements.get("Keys").unwrap_or(elements);
        list.as_array().is_some_and(|list| !list.is_empty())
    });
    left
}

impl HttpConnector for Faulty {
    fn call(&self, mut request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.rsplit('.').next().unwrap_or_default().to_owned();
        let bytes = request.body().bytes().unwrap_or_default();
        let mut body: Value = serde_json::from_slice(bytes).expect("a request is JSON");
        let fault = (self.choose)(&operation, &body);
        let engine = self.engine.clone();
        HttpConnectorFuture::new(async move {
            match fault {
                Fault::None => engine.call(request).await,
                Fault::Refused(status, code, more) => Ok(error(status, code, more)),
                Fault::Lost(status, code) => {
                    engine.call(request).await?;
                    Ok(error(status, code, json!({})))
                }
                Fault::Garbled(text) => {
                    engine.call(request).await?;
                    Ok(HttpResponse::new(200.try_into().expect("a status"), SdkBody::from(text)))
                }
                Fault::Only(only) => {
                    let left = split(&mut body, only);
                    let name =
                        if operation == "BatchGetItem" { "UnprocessedKeys" } else { "UnprocessedItems" };
                    let mut answer = json!({});
                    if body["RequestItems"].as_object().is_some_and(|tables| !tables.is_empty()) {
                        *request.body_mut() = SdkBody::from(body.to_string());
                        let response = engine.call(request).await?;
                        let bytes = response.body().bytes().unwrap_or_default();
                        answer = serde_json::from_slice(bytes).expect("an answer is JSON");
                        if !response.status().is_success() {
                            return Ok(response);
                        }
                    }
                    answer[name] = left;
                    Ok(HttpResponse::new(
                        200.try_into().expect("a status"),
                        SdkBody::from(answer.to_string()),
                    ))
                }
            }
        })
    }
}

impl HttpClient for Faulty {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl fmt::Debug for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Faulty")
    }
}
