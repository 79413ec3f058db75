//! The engine as the SDK's HTTP client.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{
    BehaviorVersion, Builder, Config, Credentials, IdentityCache, Region, StalledStreamProtectionConfig,
};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use dynoxide::{Database, DynoxideError};
use tokio::runtime::Handle;

use crate::dispatch::{Answer, answer};
use crate::error::Error;
use crate::observe::{Call, Observers};

/// An embedded database, and the HTTP client that answers an SDK client from it.
///
/// A clone is another handle to the same database. The database lives as long as a handle, or a
/// client made from one, does.
///
/// `Engine` implements the SDK's [`HttpClient`] and [`HttpConnector`], so that a test can wrap it in
/// a connector of its own (one that loses answers, say) and give that to a client.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let calls = Arc::new(Mutex::new(Vec::new()));
/// let seen = Arc::clone(&calls);
/// let engine = dal_local::Engine::memory()?
///     .observe(move |call| seen.lock().unwrap().push(call.operation.clone()));
///
/// engine.client().list_tables().send().await?;
/// assert_eq!(*calls.lock().unwrap(), ["ListTables"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Engine {
    database: Database,
    /// Where the database is kept; `None` in memory.
    path: Option<PathBuf>,
    observers: Observers,
}

impl Engine {
    /// A new, empty database in memory. It is gone with its last handle and client.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if SQLite cannot make it.
    pub fn memory() -> Result<Self, Error> {
        let database = Database::memory().map_err(Error::engine)?;
        Ok(Self { database, path: None, observers: Observers::default() })
    }

    /// The database in a file, which is created if it does not exist (its folder is not).
    ///
    /// The file is SQLite's. Use one engine for a file at a time: an engine remembers the tables
    /// it has seen, so it does not notice what another one does to them. Blocks while it opens the
    /// file; [`file`](crate::file) does not.
    ///
    /// # Errors
    ///
    /// [`Error::Open`] with the path and the reason if the file can neither be opened nor created,
    /// or is not a database.
    pub fn file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let refuse = |reason: String| Error::open(path, reason);
        // Absolute, because SQLite takes `:memory:`, an empty name and `file:…` to mean something else.
        let absolute = std::path::absolute(path).map_err(|error| refuse(error.to_string()))?;
        let Some(text) = absolute.to_str() else {
            return Err(refuse("its path is not valid UTF-8".to_owned()));
        };
        if absolute.is_dir() {
            return Err(refuse("it is a folder".to_owned()));
        }
        match absolute.parent() {
            Some(folder) if !folder.is_dir() => {
                return Err(refuse(format!("there is no folder `{}`", folder.display())));
            }
            _ => {}
        }
        let database = Database::new(text).map_err(|error| refuse(why(&error)))?;
        Ok(Self { database, path: Some(absolute), observers: Observers::default() })
    }

    /// Calls `observer` after each call that a client made from this handle *from now on* has
    /// answered, before the client reads the answer. Meant for tests that assert what was sent.
    ///
    /// It runs on the thread that ran the call, and calls of concurrent tasks reach it
    /// concurrently: keep it short. Several observers are called in the order in which they were
    /// added.
    #[must_use]
    pub fn observe(mut self, observer: impl Fn(&Call) + Send + Sync + 'static) -> Self {
        self.observers.add(observer);
        self
    }

    /// A client of this engine. It reads no environment and no AWS configuration, has credentials
    /// that are good nowhere else, does not retry (the engine is never busy), and opens no
    /// connection.
    #[must_use]
    pub fn client(&self) -> Client {
        self.client_with(Config::builder().retry_config(RetryConfig::disabled()))
    }

    /// A client of this engine with settings of one's own: interceptors, retries, timeouts.
    ///
    /// What makes the client local is set here and overrides the builder: HTTP client, endpoint,
    /// region, credentials and their cache, behaviour version (the latest) and stalled-stream protection (off).
    /// The rest is the builder's; without a retry configuration the SDK's default holds.
    #[must_use]
    pub fn client_with(&self, builder: Builder) -> Client {
        let config = builder
            .behavior_version(BehaviorVersion::latest())
            .http_client(self.clone())
            // RFC 2606 keeps `.invalid` from ever resolving, should the request get elsewhere.
            .endpoint_url("http://dal-local.invalid")
            .region(Region::from_static("us-east-1"))
            .credentials_provider(Credentials::new("dal-local", "dal-local", None, None, "dal-local"))
            .identity_cache(IdentityCache::lazy().build())
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
            .build();
        Client::from_conf(config)
    }

    /// Deletes the items whose TTL attribute has passed, in all tables that have TTL enabled, and
    /// says how many they were. The engine deletes none by itself; Amazon DynamoDB does within a
    /// few days. Blocks while it runs, and lets waiting calls go between its pages.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if the database cannot be read or written.
    pub fn delete_expired(&self) -> Result<usize, Error> {
        self.database.sweep_ttl().map_err(Error::engine)
    }

    async fn respond(self, mut request: HttpRequest) -> Result<HttpResponse, ConnectorError> {
        let operation = operation_of(&request);
        let body = collect(request.take_body()).await?;
        let answer = self.run(operation, body).await?;
        response(answer)
    }

    /// In memory, a call is microseconds of work and runs where it is awaited. A file may mean
    /// waiting for a disk, or for another process' lock: that leaves the async worker, when there is
    /// a runtime to leave it to.
    async fn run(self, operation: String, body: Vec<u8>) -> Result<Answer, ConnectorError> {
        match Handle::try_current() {
            Ok(runtime) if self.path.is_some() => runtime
                .spawn_blocking(move || self.run_here(operation, body))
                .await
                .map_err(|error| ConnectorError::other(error.into(), None)),
            _ => Ok(self.run_here(operation, body)),
        }
    }

    fn run_here(self, operation: String, body: Vec<u8>) -> Answer {
        let answer = answer(&self.database, &operation, &body);
        self.observers.tell(|| Call {
            operation,
            request: body,
            status: answer.status,
            response: answer.body.clone(),
        });
        answer
    }
}

/// Why a file did not open. The engine's own words for a file of another kind speak of encryption and
/// of features that this crate does not have.
fn why(error: &DynoxideError) -> String {
    let text = error.to_string();
    if text.contains("not a valid SQLite database") { "it is not a SQLite database".to_owned() } else { text }
}

/// The operation's name out of `X-Amz-Target: DynamoDB_20120810.PutItem`; empty if there is none.
pub(crate) fn operation_of(request: &HttpRequest) -> String {
    let target = request.headers().get("x-amz-target").unwrap_or_default();
    ["DynamoDB_20120810.", "DynamoDBStreams_20120810."]
        .iter()
        .find_map(|service| target.strip_prefix(service))
        .unwrap_or_default()
        .to_owned()
}

/// The whole body: in memory already, as the SDK's own are, or read from the stream that an
/// interceptor may have put in its place.
pub(crate) async fn collect(body: SdkBody) -> Result<Vec<u8>, ConnectorError> {
    if let Some(bytes) = body.bytes() {
        return Ok(bytes.to_vec());
    }
    match ByteStream::new(body).collect().await {
        Ok(bytes) => Ok(bytes.to_vec()),
        Err(error) => Err(ConnectorError::io(error.into())),
    }
}

fn response(answer: Answer) -> Result<HttpResponse, ConnectorError> {
    // An id is only ever compared with other ids of the same log.
    static CALLS: AtomicU64 = AtomicU64::new(1);
    let id = format!("LOCAL{:027}", CALLS.fetch_add(1, Ordering::Relaxed));

    let status =
        StatusCode::try_from(answer.status).map_err(|error| ConnectorError::other(error.into(), None))?;
    let sum = crc32fast::hash(&answer.body);
    let mut response = HttpResponse::new(status, SdkBody::from(answer.body));
    let headers = response.headers_mut();
    headers.insert("x-amz-crc32", sum.to_string());
    headers.insert("content-type", "application/x-amz-json-1.0");
    headers.insert("x-amzn-requestid", id);
    Ok(response)
}

impl HttpConnector for Engine {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::new(self.clone().respond(request))
    }
}

impl HttpClient for Engine {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Engine");
        match &self.path {
            Some(path) => text.field("file", path),
            None => text.field("memory", &true),
        };
        text.field("observers", &self.observers).finish()
    }
}
