//! A write whose answer was lost may have been carried out: what was found then says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use dal::Error;
use dal::prelude::*;
use dal_local::Engine;

use crate::domain::*;
use crate::support::*;

/// An engine whose next answers get lost: the call is carried out, and a server error comes back.
#[derive(Clone, Debug)]
struct Losing {
    engine: Engine,
    lose: Arc<AtomicU32>,
}

impl HttpConnector for Losing {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let (answer, lose) = (self.engine.call(request), self.lose.clone());
        HttpConnectorFuture::new(async move {
            let answer = answer.await?;
            let lost =
                lose.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
            if !lost {
                return Ok(answer);
            }
            let body =
                r#"{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"lost"}"#;
            Ok(HttpResponse::new(500.try_into().expect("a status"), SdkBody::from(body)))
        })
    }
}

impl HttpClient for Losing {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

async fn losing() -> (Dal<Invocacare>, Arc<AtomicU32>) {
    let lose = Arc::new(AtomicU32::new(0));
    let engine = Losing { engine: Engine::memory().expect("an engine"), lose: lose.clone() };
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .http_client(engine)
        .endpoint_url("http://engine.invalid")
        .region(Region::from_static("local"))
        .credentials_provider(Credentials::new("x", "x", None, None, "test"))
        .build();
    let dal = Dal::new(Client::from_conf(config));
    dal.create_table().await.expect("the table is created");
    (dal, lose)
}

#[tokio::test]
async fn a_create_that_was_retried_after_it_acted_says_that_it_may_have() {
    let (dal, lose) = losing().await;
    let clinic = dal.tenant(tenant_id(0));
    let own = item(tenant_id(0), 1, Some(user_id(1)));
    lose.store(1, Ordering::SeqCst);
    let Err(Error::AlreadyExists(failed)) = own.create(&clinic).await else { panic!("the retry found it") };
    assert_eq!((failed.maybe_applied, failed.stored_equals_sent), (true, Some(true)));
    assert!(failed.stored.is_some_and(|stored| stored.decode::<Item>().unwrap() == own));

    lose.store(1, Ordering::SeqCst);
    let other = Item { title: "another".to_owned(), ..own };
    let Err(Error::AlreadyExists(failed)) = other.create(&clinic).await else {
        panic!("it was there before")
    };
    assert_eq!((failed.maybe_applied, failed.stored_equals_sent), (true, Some(false)));
}

#[tokio::test]
async fn a_read_or_a_put_that_was_retried_is_as_good_as_any() {
    let (dal, lose) = losing().await;
    let clinic = dal.tenant(tenant_id(0));
    let own = item(tenant_id(0), 1, None);
    lose.store(1, Ordering::SeqCst);
    own.put(&clinic).await.unwrap();
    lose.store(1, Ordering::SeqCst);
    assert_eq!(Item::get_item(&clinic, own.item_id).await.unwrap(), Some(own));
}

#[tokio::test]
async fn a_fault_that_stays_is_a_service_error_that_can_be_retried() {
    let (dal, lose) = losing().await;
    lose.store(100, Ordering::SeqCst);
    let error = User::list_users(&dal.tenant(tenant_id(0))).await.unwrap_err();
    let Error::Service(service) = &error else { panic!("{error:?}") };
    assert_eq!((service.operation, service.source.attempts()), ("Query", 3));
    assert!(error.is_retryable(), "{error}");
}
