//! The SDK's own client over an HTTP client that answers from memory: what is measured is the client's side of a call.

use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, IdentityCache, Region};
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;

/// Gives the same answer to every request.
#[derive(Debug)]
struct Canned {
    /// Its clones share the bytes.
    body: SdkBody,
    /// What DynamoDB sends along: the sum of the body.
    sum: String,
}

impl Canned {
    fn response(&self) -> Option<HttpResponse> {
        let mut response = HttpResponse::new(200u16.try_into().ok()?, self.body.try_clone()?);
        let headers = response.headers_mut();
        headers.insert("content-type", "application/x-amz-json-1.0");
        headers.insert("x-amzn-requestid", "U1QHPOS4LJ8GD9J8M0I6B3VVVJVV4KQNSO5AEMVJF66Q9ASUAAJG");
        headers.insert("x-amz-crc32", self.sum.clone());
        Some(response)
    }
}

impl HttpConnector for Canned {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        use aws_smithy_runtime_api::client::result::ConnectorError;
        let failed = || ConnectorError::other("the canned body is gone".into(), None);
        HttpConnectorFuture::ready(self.response().ok_or_else(failed))
    }
}

#[derive(Clone, Debug)]
struct CannedClient(SharedHttpConnector);

impl HttpClient for CannedClient {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        self.0.clone()
    }
}

/// A client that every request of answers with `body`: the SDK's defaults in all else.
pub fn client(body: String) -> Client {
    let sum = crc32fast::hash(body.as_bytes()).to_string();
    let connector = SharedHttpConnector::new(Canned { body: SdkBody::from(body), sum });
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-central-1"))
        .credentials_provider(Credentials::new("AKIDEXAMPLE", "secret", None, None, "bench"))
        // As `aws-config` gives it.
        .identity_cache(IdentityCache::lazy().build())
        .http_client(CannedClient(connector));
    Client::from_conf(config.build())
}
