//! The HTTP client that does it.

use std::io;

use aws_sdk_dynamodb::config::{AsyncSleep, SharedAsyncSleep, SharedHttpClient};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;

use super::{Fault, Faults, Server, answers, batch};
use crate::engine::{collect, operation_of};

#[derive(Clone, Debug)]
pub(super) struct FaultyClient {
    inner: Option<SharedHttpClient>,
    faults: Faults,
}

#[derive(Clone, Debug)]
struct Faulty {
    inner: Option<SharedHttpConnector>,
    sleep: Option<SharedAsyncSleep>,
    faults: Faults,
}

impl FaultyClient {
    pub(super) fn new(inner: Option<SharedHttpClient>, faults: Faults) -> Self {
        Self { inner, faults }
    }
}

impl HttpClient for FaultyClient {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(Faulty {
            inner: self.inner.as_ref().map(|inner| inner.http_connector(settings, components)),
            sleep: components.sleep_impl(),
            faults: self.faults.clone(),
        })
    }
}

impl HttpConnector for Faulty {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::new(self.clone().answer(request))
    }
}

type Answer = Result<HttpResponse, ConnectorError>;

impl Faulty {
    async fn answer(self, mut request: HttpRequest) -> Answer {
        let operation = operation_of(&request);
        let body = collect(request.take_body()).await?;
        let signed = request.headers().get("x-amz-date").map(str::to_owned);
        let fault = self.faults.next(&operation, &body, signed.as_deref());
        let send = async |body: Vec<u8>| {
            // A cut batch is shorter than what the SDK made.
            request.headers_mut().insert("content-length", body.len().to_string());
            *request.body_mut() = SdkBody::from(body);
            match &self.inner {
                Some(inner) => inner.call(request).await,
                None => Err(ConnectorError::user("the client has no HTTP client to wrap".into())),
            }
        };
        match fault {
            None => send(body).await,
            Some(Fault::Throttled(throttle)) => answers::throttled(throttle),
            Some(Fault::TransactionConflict) => answers::transaction_conflict(&operation, &body),
            Some(Fault::ClockSkew(ahead)) => answers::signature_expired(signed.as_deref(), ahead),
            Some(
                fault @ (Fault::InternalServerError(server)
                | Fault::ServiceUnavailable(server)
                | Fault::Timeout(server)
                | Fault::ConnectionReset(server)),
            ) => {
                if server == Server::Acted {
                    // Read to its end: a server that streams has acted only then.
                    collect(send(body).await?.take_body()).await?;
                }
                match fault {
                    Fault::InternalServerError(_) => answers::internal_server_error(),
                    Fault::ServiceUnavailable(_) => answers::service_unavailable(),
                    Fault::Timeout(_) => {
                        Err(ConnectorError::timeout(io::Error::from(io::ErrorKind::TimedOut).into()))
                    }
                    _ => Err(ConnectorError::io(io::Error::from(io::ErrorKind::ConnectionReset).into())),
                }
            }
            Some(Fault::Truncated) => changed(send(body).await?, |body| body.truncate(body.len() / 2)).await,
            Some(Fault::Corrupt) => {
                let flip = |body: &mut Vec<u8>| {
                    let middle = body.len() / 2;
                    if let Some(byte) = body.get_mut(middle) {
                        *byte ^= 0x15;
                    }
                };
                changed(send(body).await?, flip).await
            }
            Some(Fault::Unprocessed { processed }) => {
                let Some(cut) = batch::cut(&operation, &body, processed) else { return send(body).await };
                let mut answer = send(cut.request.clone()).await?;
                let body = collect(answer.take_body()).await?;
                let body =
                    if answer.status().is_success() { cut.answer(&body).unwrap_or(body) } else { body };
                // It is a right answer, not a broken one: its sum is that of what it says.
                if answer.headers().contains_key("x-amz-crc32") {
                    answer.headers_mut().insert("x-amz-crc32", crc32fast::hash(&body).to_string());
                }
                with_body(answer, body)
            }
            Some(Fault::Slow(delay)) => {
                let answer = send(body).await;
                if let Some(sleep) = &self.sleep {
                    sleep.sleep(delay).await;
                }
                answer
            }
        }
    }
}

/// The answer with its body changed, and the length that goes with it.
async fn changed(mut answer: HttpResponse, change: impl FnOnce(&mut Vec<u8>)) -> Answer {
    let mut body = collect(answer.take_body()).await?;
    change(&mut body);
    with_body(answer, body)
}

fn with_body(mut answer: HttpResponse, body: Vec<u8>) -> Answer {
    if answer.headers().get("content-length").is_some() {
        answer.headers_mut().insert("content-length", body.len().to_string());
    }
    *answer.body_mut() = SdkBody::from(body);
    Ok(answer)
}
