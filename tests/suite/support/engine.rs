//! The engine under test: the one inside the process, or the server that `AWS_ENDPOINT_URL_DYNAMODB` names.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::Client;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::BeforeTransmitInterceptorContextRef;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;
use dal::{Dal, Error, Table};
use ulid::Ulid;

use crate::domain::Invocacare;
use crate::engines;

/// Whether the tests run on a server, and not on the engine inside the process.
pub fn is_server() -> bool {
    std::env::var_os("AWS_ENDPOINT_URL_DYNAMODB").is_some()
}

/// How often something is repeated: less often where each call crosses a socket.
pub fn scaled(embedded: usize, server: usize) -> usize {
    if is_server() { server } else { embedded }
}

/// A client of the engine under test: of a database of its own inside the process, of the one server otherwise.
pub async fn client() -> Client {
    if is_server() {
        let dal = Dal::<Invocacare>::connect().await.expect("the environment configures a client");
        dal.client().clone()
    } else {
        dal_local::memory().await.expect("an engine in memory")
    }
}

/// A new table of its own on the engine under test.
pub async fn fresh<T: Table>() -> Dal<T> {
    fresh_through(client().await).await
}

/// A new table of its own, through that client.
pub async fn fresh_through<T: Table>(client: Client) -> Dal<T> {
    let dal = Dal::<T>::new(client);
    let dal = dal.with_table_name(format!("{}-{}", dal.table_name(), Ulid::generate()));
    match dal.create_table().await {
        Ok(()) => {}
        Err(Error::Service(error)) if engines::lacks(error.operation) => {}
        Err(error) => panic!("the table is not created: {error}"),
    }
    dal
}

/// A call: its operation and its body.
type Sent = (String, Vec<u8>);

/// What was sent: the operation and the body of each attempt, as it left the client.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<Sent>>>);

impl Log {
    /// A new table whose calls are logged from now on.
    pub async fn table() -> (Dal<Invocacare>, Self) {
        Self::of().await
    }

    /// The same for any table.
    pub async fn of<T: Table>() -> (Dal<T>, Self) {
        let log = Self::default();
        let config = client().await.config().to_builder().interceptor(log.clone()).build();
        let dal = fresh_through(Client::from_conf(config)).await;
        log.take();
        (dal, log)
    }

    /// A table that is not created: for what is sent, whatever the engine makes of it.
    pub async fn of_any<T: Table>() -> (Dal<T>, Self) {
        let log = Self::default();
        let config = client().await.config().to_builder().interceptor(log.clone()).build();
        (Dal::new(Client::from_conf(config)), log)
    }

    /// The calls since the last look.
    pub fn take(&self) -> Vec<(String, serde_json::Value)> {
        let parsed = |body: &str| serde_json::from_str(body).expect("a request is JSON");
        self.take_texts().into_iter().map(|(operation, body)| (operation, parsed(&body))).collect()
    }

    /// The calls since the last look, with their bodies as they were sent.
    pub fn take_texts(&self) -> Vec<(String, String)> {
        let calls = std::mem::take(&mut *self.0.lock().expect("no test panics here"));
        let text = |body| String::from_utf8(body).expect("a request is text");
        calls.into_iter().map(|(operation, body)| (operation, text(body))).collect()
    }
}

impl Intercept for Log {
    fn name(&self) -> &'static str {
        "Log"
    }

    fn read_before_transmit(
        &self,
        context: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request();
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.rsplit('.').next().unwrap_or_default().to_owned();
        let body = request.body().bytes().unwrap_or_default().to_vec();
        self.0.lock().expect("no test panics here").push((operation, body));
        Ok(())
    }
}
