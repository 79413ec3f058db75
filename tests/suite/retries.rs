//! Operations under faults: what is tried again, what surfaces and as what, and a write whose answer was lost.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use dal::prelude::*;
use dal::wire::Failure;
use dal::{Entity, Error};
use dal_local::faults::{Fault, Faults, Server, Throttle};

use crate::domain::*;
use crate::support::*;

/// A clinic on a new table, whose client makes three attempts, and its faults.
async fn faulty() -> (Scope<Invocacare>, Faults) {
    let faults = Faults::none();
    (through(&table().await, &faults, TimeoutConfig::disabled()), faults)
}

/// A clinic through a client with faults.
fn through(table: &Dal<Invocacare>, faults: &Faults, timeouts: TimeoutConfig) -> Scope<Invocacare> {
    let config = table.client().config().to_builder();
    let config = config.retry_config(quick().with_max_attempts(3)).timeout_config(timeouts).build();
    let dal = Dal::<Invocacare>::new(faults.client(&Client::from_conf(config)));
    dal.with_table_name(table.table_name()).tenant(tenant_id(0))
}

/// Retries that do not wait as long as they should in production.
fn quick() -> RetryConfig {
    RetryConfig::standard()
        .with_initial_backoff(Duration::from_millis(1))
        .with_max_backoff(Duration::from_millis(2))
}

fn push(faults: &Faults, fault: Fault, times: u32) {
    (0..times).for_each(|_| faults.push(fault));
}

/// What went wrong with a call, and after how many attempts.
fn failure<T: std::fmt::Debug>(result: Result<T, Error>) -> (Failure, u32) {
    match result {
        Err(Error::Service(error)) => (error.source.failure().clone(), error.source.attempts()),
        other => panic!("no failed call: {other:?}"),
    }
}

const THROTTLES: [Throttle; 4] = [
    Throttle::ProvisionedThroughputExceeded,
    Throttle::Throttling,
    Throttle::RequestLimitExceeded,
    Throttle::LimitExceeded,
];

/// What can befall any attempt, and be tried again.
fn transient() -> Vec<Fault> {
    let both = [Server::DidNotAct, Server::Acted];
    let mut faults: Vec<_> = THROTTLES.map(Fault::Throttled).into();
    faults.extend(both.map(Fault::InternalServerError));
    faults.extend(both.map(Fault::ServiceUnavailable));
    faults.extend(both.map(Fault::Timeout));
    faults.extend(both.map(Fault::ConnectionReset));
    faults
}

#[tokio::test]
async fn a_create_that_was_retried_after_it_acted_says_that_it_may_have() {
    let (clinic, faults) = faulty().await;
    let lost =
        [Fault::InternalServerError, Fault::ServiceUnavailable, Fault::Timeout, Fault::ConnectionReset];
    for (number, fault) in (0..).zip(lost.map(|fault| fault(Server::Acted))) {
        let own = item(tenant_id(0), number, Some(user_id(1)));
        faults.push(fault);
        let Err(Error::AlreadyExists(failed)) = own.create(&clinic).await else {
            panic!("{fault:?}: the retry found it")
        };
        assert_eq!((failed.maybe_applied, failed.stored_equals_sent), (true, Some(true)), "{fault:?}");
        assert!(failed.stored.is_some_and(|stored| stored.decode::<Item>().unwrap() == own));

        faults.push(fault);
        let other = Item { title: "another".to_owned(), ..own };
        let Err(Error::AlreadyExists(failed)) = other.create(&clinic).await else {
            panic!("{fault:?}: it was there before")
        };
        assert_eq!((failed.maybe_applied, failed.stored_equals_sent), (true, Some(false)), "{fault:?}");
    }
}

#[tokio::test]
async fn a_write_token_makes_the_answer_of_a_retried_create_certain() {
    let (clinic, faults) = faulty().await;
    let own = item(tenant_id(0), 1, Some(user_id(1)));
    for server in [Server::Acted, Server::DidNotAct] {
        faults.push(Fault::ConnectionReset(server));
        own.create(&clinic).with_write_token().await.unwrap();
        // What reads it does not see the token, and a put that brings none removes it.
        assert_eq!(Item::get_item(&clinic, own.item_id).await.unwrap().as_ref(), Some(&own));
        assert_eq!(
            Item::list_items(&clinic).await.unwrap().into_items().unwrap(),
            std::slice::from_ref(&own)
        );
        let updated = Item::update(&clinic, own.key()).set(Item::TITLE, "kept").await.unwrap();
        assert_eq!(updated.title, "kept");

        faults.push(Fault::Timeout(Server::Acted));
        let Err(Error::AlreadyExists(failed)) = own.create(&clinic).with_write_token().await else {
            panic!("another write made it")
        };
        assert_eq!((failed.maybe_applied, failed.stored_equals_sent), (false, None));
        let stored = failed.stored.unwrap();
        assert_eq!(stored.attributes()["_dal_token"].as_s().unwrap().len(), 32);
        assert_eq!(stored.decode::<Item>().unwrap(), updated);

        // A token of another write makes no other item.
        let other = item(tenant_id(0), 2, None);
        other.create(&clinic).with_write_token().await.unwrap();
        faults.push(Fault::Timeout(Server::Acted));
        let Err(Error::AlreadyExists(failed)) = other.create(&clinic).await else { panic!("it is there") };
        assert_eq!((failed.maybe_applied, failed.stored_equals_sent), (true, Some(true)));
        for item in [&own, &other] {
            Item::delete(&clinic, item.key()).await.unwrap();
        }
    }
}

#[tokio::test]
async fn an_update_and_a_delete_that_were_retried_after_they_acted_are_done() {
    let (clinic, faults) = faulty().await;
    let own = item(tenant_id(0), 1, Some(user_id(1)));
    own.create(&clinic).await.unwrap();
    faults.push(Fault::ConnectionReset(Server::Acted));
    let updated = Item::update(&clinic, own.key()).set(Item::TITLE, "new").await.unwrap();
    assert_eq!(updated.title, "new");
    faults.push(Fault::ConnectionReset(Server::Acted));
    Item::delete(&clinic, own.key()).await.unwrap();
    assert_eq!(Item::get_item(&clinic, own.item_id).await.unwrap(), None);

    own.create(&clinic).await.unwrap();
    faults.push(Fault::Timeout(Server::Acted));
    let Err(Error::NotFound(failed)) = Item::delete(&clinic, own.key()).must_exist().await else {
        panic!("the retry found nothing")
    };
    assert!(failed.maybe_applied, "it was this call that deleted it");
}

#[tokio::test]
async fn every_operation_gets_through_two_faults_of_any_kind() {
    let (clinic, faults) = faulty().await;
    let own = item(tenant_id(0), 1, Some(user_id(1)));
    for fault in transient() {
        push(&faults, fault, 2);
        own.put(&clinic).await.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        push(&faults, fault, 2);
        assert_eq!(Item::get_item(&clinic, own.item_id).await.unwrap().as_ref(), Some(&own), "{fault:?}");
        push(&faults, fault, 2);
        let page = Item::list_items(&clinic).await.unwrap();
        assert_eq!(page.into_items().unwrap(), std::slice::from_ref(&own), "{fault:?}");
        push(&faults, fault, 2);
        let updated = Item::update(&clinic, own.key()).set(Item::TITLE, "new").await.unwrap();
        assert_eq!(updated.title, "new", "{fault:?}");
    }
    assert_eq!(faults.report().injected(), 8 * u64::try_from(transient().len()).unwrap());
}

#[tokio::test]
async fn a_fault_that_stays_is_a_typed_error_that_can_be_retried() {
    let (clinic, faults) = faulty().await;
    for fault in transient() {
        push(&faults, fault, 3);
        let error = User::list_users(&clinic).await.unwrap_err();
        assert!(error.is_retryable(), "{fault:?}: {error}");
        let Error::Service(service) = &error else { panic!("{fault:?}: {error:?}") };
        assert_eq!((service.operation, service.source.attempts()), ("Query", 3), "{fault:?}");
        let expected = match fault {
            Fault::Throttled(_) => Failure::Throttled,
            Fault::Timeout(_) => Failure::Timeout,
            Fault::ConnectionReset(_) => Failure::Dispatch,
            _ => Failure::Internal,
        };
        assert_eq!(service.source.failure(), &expected, "{fault:?}");
    }
}

#[tokio::test]
async fn a_conflict_with_a_transaction_is_its_own_error() {
    let (clinic, faults) = faulty().await;
    let own = item(tenant_id(0), 1, None);
    push(&faults, Fault::TransactionConflict, 3);
    let result = own.put(&clinic).await;
    assert!(result.as_ref().is_err_and(Error::is_retryable), "{result:?}");
    assert_eq!(failure(result).0, Failure::TransactionConflict);
    assert_eq!(Item::get_item(&clinic, own.item_id).await.unwrap(), None);
}

#[tokio::test]
async fn a_slow_answer_is_waited_for_and_one_too_slow_is_a_timeout() {
    let (table, faults) = (table().await, Faults::none());
    let clinic = through(&table, &faults, TimeoutConfig::disabled());
    let own = item(tenant_id(0), 1, None);
    faults.push(Fault::Slow(Duration::from_millis(50)));
    own.create(&clinic).await.unwrap();
    let timeouts = TimeoutConfig::builder().operation_attempt_timeout(Duration::from_millis(100)).build();
    let impatient = through(&table, &faults, timeouts);
    push(&faults, Fault::Slow(Duration::from_secs(60)), 3);
    let result = Item::get_item(&impatient, own.item_id).await;
    assert!(result.as_ref().is_err_and(Error::is_retryable), "{result:?}");
    assert_eq!(failure(result), (Failure::Timeout, 3));
    assert_eq!(Item::get_item(&clinic, own.item_id).await.unwrap(), Some(own));
}

#[tokio::test]
async fn a_wrong_clock_is_corrected() {
    let (clinic, faults) = faulty().await;
    faults.push(Fault::ClockSkew(7_200));
    item(tenant_id(0), 1, None).create(&clinic).await.unwrap();
    assert_eq!(faults.report().injected(), 1);
}

/// An answer that is broken, with and without a sum that says so: never a panic, never another item.
#[tokio::test]
async fn a_broken_answer_is_tried_again_or_a_typed_error() {
    let (clinic, faults) = faulty().await;
    let own = item(tenant_id(0), 1, Some(user_id(1)));
    own.create(&clinic).await.unwrap();
    for fault in [Fault::Truncated, Fault::Corrupt] {
        faults.push(fault);
        match Item::get_item(&clinic, own.item_id).await {
            Ok(got) => assert_eq!(got.as_ref(), Some(&own), "{fault:?}"),
            Err(Error::Service(error)) if is_server() => assert_eq!(error.source.failure(), &Failure::Answer),
            Err(Error::Items(_)) if is_server() => {}
            Err(error) => panic!("{fault:?}: {error:?}"),
        }
        // A server that sends no sum is asked once.
        push(&faults, fault, if is_server() { 1 } else { 3 });
        let result = Item::list_items(&clinic).await;
        if !is_server() {
            assert_eq!(failure(result), (Failure::Answer, 3), "{fault:?}");
        }
    }
}
