//! A real SDK client over a connector that answers from a list and records what it was sent.
#![allow(dead_code, unreachable_pub)]

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Builder, Credentials, IdentityCache, Region};
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;

/// One answer of the connector.
#[derive(Debug, Clone)]
pub enum Canned {
    Answer(u16, String),
    BrokenConnection,
    Never,
}

/// One request as it would have gone over the wire.
#[derive(Debug, Clone)]
pub struct Sent {
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Sent {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

#[derive(Clone, Default)]
pub struct Connector(Arc<Mutex<(VecDeque<Canned>, Vec<Sent>)>>);

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connector")
    }
}

impl Connector {
    pub fn new(answers: impl IntoIterator<Item = Canned>) -> Self {
        Connector(Arc::new(Mutex::new((answers.into_iter().collect(), Vec::new()))))
    }

    pub fn push(&self, answer: Canned) {
        self.0.lock().unwrap().0.push_back(answer);
    }

    pub fn sent(&self) -> Vec<Sent> {
        self.0.lock().unwrap().1.clone()
    }

    pub fn take_sent(&self) -> Vec<Sent> {
        std::mem::take(&mut self.0.lock().unwrap().1)
    }

    pub fn client(&self) -> Client {
        self.client_with(|config| config)
    }

    /// A client that keeps its credentials to itself, as one that is not made by `aws-config`.
    pub fn client_alone(&self) -> Client {
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("eu-central-1"))
            .credentials_provider(Credentials::new("key", "secret", None, None, "tests"))
            .http_client(self.clone());
        Client::from_conf(config.build())
    }

    pub fn client_with(&self, change: impl FnOnce(Builder) -> Builder) -> Client {
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("eu-central-1"))
            .credentials_provider(Credentials::new("key", "secret", None, None, "tests"))
            .retry_config(RetryConfig::standard().with_initial_backoff(Duration::from_millis(1)))
            .timeout_config(
                TimeoutConfig::builder().operation_attempt_timeout(Duration::from_millis(300)).build(),
            )
            .identity_cache(IdentityCache::lazy().build())
            .http_client(self.clone());
        Client::from_conf(change(config).build())
    }
}

pub fn ok(body: impl Into<String>) -> Canned {
    Canned::Answer(200, body.into())
}

pub fn error(status: u16, code: &str, rest: &str) -> Canned {
    Canned::Answer(status, format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{code}"{rest}}}"#))
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let mut state = self.0.lock().unwrap();
        let headers =
            request.headers().iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let body = String::from_utf8(request.body().bytes().unwrap_or_default().to_vec()).unwrap();
        state.1.push(Sent { headers, body });
        match state.0.pop_front() {
            Some(Canned::Answer(status, body)) => {
                let mut response = HttpResponse::new(status.try_into().unwrap(), SdkBody::from(body));
                response.headers_mut().insert("x-amzn-requestid", format!("request-{}", state.1.len()));
                HttpConnectorFuture::ready(Ok(response))
            }
            Some(Canned::Never) => HttpConnectorFuture::new(std::future::pending()),
            Some(Canned::BrokenConnection) | None => {
                HttpConnectorFuture::ready(Err(ConnectorError::io("the connection broke".into())))
            }
        }
    }
}

impl HttpClient for Connector {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
