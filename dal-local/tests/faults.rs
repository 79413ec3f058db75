//! Each fault as the real SDK client sees it: what it tries again, what it gives up with, and whether the server acted.

mod support;

use std::time::Duration;

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::types::{KeysAndAttributes, Put, PutRequest, TransactWriteItem, WriteRequest};
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use dal_local::Engine;
use dal_local::faults::{Fault, Faults, Plan, Server, Throttle};
use support::{TABLE, code, create_table, item, key, n, s};

/// A table, a client with faults that makes that many attempts, and one without faults to look with.
async fn table(attempts: u32) -> (Client, Client, Faults) {
    let engine = Engine::memory().expect("a database");
    let retries = RetryConfig::standard()
        .with_max_attempts(attempts)
        .with_initial_backoff(Duration::from_millis(1))
        .with_max_backoff(Duration::from_millis(2));
    let faults = Faults::none();
    let faulty = faults.client(&engine.client_with(Config::builder().retry_config(retries)));
    let plain = engine.client();
    create_table(&plain).await;
    (faulty, plain, faults)
}

async fn put(client: &Client, sort: &str) -> Result<(), SdkError<PutItemError, HttpResponse>> {
    let put = client.put_item().table_name(TABLE).set_item(Some(key("T#1", sort)));
    put.condition_expression("attribute_not_exists(PK)").send().await.map(drop)
}

async fn is_stored(client: &Client, sort: &str) -> bool {
    let got = client.get_item().table_name(TABLE).set_key(Some(key("T#1", sort))).send().await;
    got.expect("an answer").item.is_some()
}

const THROTTLES: [(Throttle, &str); 4] = [
    (Throttle::ProvisionedThroughputExceeded, "ProvisionedThroughputExceededException"),
    (Throttle::Throttling, "ThrottlingException"),
    (Throttle::RequestLimitExceeded, "RequestLimitExceeded"),
    (Throttle::LimitExceeded, "LimitExceededException"),
];

#[tokio::test]
async fn throttling_is_tried_again_and_named_in_the_end() {
    let (client, plain, faults) = table(3).await;
    for (place, (throttle, name)) in THROTTLES.into_iter().enumerate() {
        let (one, other) = (format!("a{place}"), format!("b{place}"));
        faults.push(Fault::Throttled(throttle));
        faults.push(Fault::Throttled(throttle));
        put(&client, &one).await.expect("the third attempt gets through");
        (0..3).for_each(|_| faults.push(Fault::Throttled(throttle)));
        assert_eq!(code(put(&client, &other).await), name);
        assert_eq!((is_stored(&plain, &one).await, is_stored(&plain, &other).await), (true, false));
    }
    let report = faults.report();
    assert_eq!((report.attempts(), report.injected()), (24, 20));
    assert_eq!(report.of(&Fault::Throttled(Throttle::Throttling)), 20);
    assert_eq!(report.to_string(), "24 attempts, 20 faults: throttled 20");
}

/// Whether an error is the one that a fault makes.
type Is = fn(&SdkError<PutItemError, HttpResponse>) -> bool;

/// The faults that come before or after the server acts, and how an error of theirs is told.
fn either(server: Server) -> [(Fault, Is); 4] {
    [
        (Fault::InternalServerError(server), |error| {
            error.code() == Some("InternalServerError")
                && error.raw_response().is_some_and(|answer| answer.status().as_u16() == 500)
        }),
        (Fault::ServiceUnavailable(server), |error| {
            error.code() == Some("ServiceUnavailable")
                && error.raw_response().is_some_and(|answer| answer.status().as_u16() == 503)
        }),
        (
            Fault::Timeout(server),
            |error| matches!(error, SdkError::DispatchFailure(failure) if failure.is_timeout()),
        ),
        (
            Fault::ConnectionReset(server),
            |error| matches!(error, SdkError::DispatchFailure(failure) if failure.is_io()),
        ),
    ]
}

#[tokio::test]
async fn a_fault_before_the_server_acts_leaves_nothing_and_is_tried_again() {
    let (client, plain, faults) = table(2).await;
    for (place, (fault, is)) in either(Server::DidNotAct).into_iter().enumerate() {
        let (one, other) = (format!("a{place}"), format!("b{place}"));
        faults.push(fault);
        put(&client, &one).await.expect("the second attempt gets through");
        faults.push(fault);
        faults.push(fault);
        let error = put(&client, &other).await.expect_err("both attempts fail");
        assert!(is(&error), "{fault:?}: {error:?}");
        assert!(!is_stored(&plain, &other).await, "{fault:?}");
        assert_eq!(faults.report().of(&fault), 3);
    }
}

#[tokio::test]
async fn a_fault_after_the_server_acted_makes_a_retry_find_its_own_work() {
    let (client, plain, faults) = table(2).await;
    for (place, (fault, is)) in either(Server::Acted).into_iter().enumerate() {
        let (one, other) = (format!("a{place}"), format!("b{place}"));
        faults.push(fault);
        assert_eq!(code(put(&client, &one).await), "ConditionalCheckFailedException", "{fault:?}");
        assert!(is_stored(&plain, &one).await);
        faults.push(fault);
        faults.push(fault);
        let error = put(&client, &other).await.expect_err("both answers are lost");
        assert!(is(&error), "{fault:?}: {error:?}");
        assert!(is_stored(&plain, &other).await, "{fault:?}");
    }
}

#[tokio::test]
async fn a_body_that_is_cut_or_changed_is_an_error_and_no_panic() {
    let (client, plain, faults) = table(1).await;
    let long = item([("PK", s("T#1")), ("SK", s("a")), ("numbers", n(12_345)), ("text", s("x".repeat(64)))]);
    plain.put_item().table_name(TABLE).set_item(Some(long)).send().await.expect("stored");
    let get = || client.get_item().table_name(TABLE).set_key(Some(key("T#1", "a"))).send();
    faults.push(Fault::Truncated);
    let error = get().await.expect_err("half an answer");
    // The SDK calls it an error of the service without a code; the status is that of a success.
    assert!(
        error.code().is_none() && error.raw_response().is_some_and(|raw| raw.status().is_success()),
        "{error:?}"
    );
    let whole = get().await.expect("whole again").item;
    faults.push(Fault::Corrupt);
    assert!(get().await.map_or(true, |got| got.item != whole), "a byte is another");
    assert_eq!(faults.report().to_string(), "3 attempts, 2 faults: corrupt body 1, truncated body 1");

    // The write was carried out all the same.
    faults.push(Fault::Truncated);
    _ = put(&client, "b").await;
    assert!(is_stored(&plain, "b").await);
}

#[tokio::test]
async fn a_part_of_a_batch_is_given_back() {
    let (client, plain, faults) = table(3).await;
    let sorts = ["a", "b", "c", "d", "e"];
    let requests = sorts.map(|sort| {
        let put = PutRequest::builder().set_item(Some(key("T#1", sort))).build().expect("complete");
        WriteRequest::builder().put_request(put).build()
    });
    faults.push(Fault::Unprocessed { processed: 2 });
    let write = client.batch_write_item().request_items(TABLE, requests.to_vec());
    let answer = write.send().await.expect("an answer");
    assert_eq!(
        answer.unprocessed_items().and_then(|tables| tables.get(TABLE)).map(Vec::as_slice),
        Some(&requests[2..])
    );
    for (place, sort) in sorts.into_iter().enumerate() {
        assert_eq!(is_stored(&plain, sort).await, place < 2, "{sort}");
    }

    let keys = |sorts: &[&str]| {
        let keys = KeysAndAttributes::builder().consistent_read(true);
        let keys = keys.set_keys(Some(sorts.iter().map(|sort| key("T#1", sort)).collect()));
        keys.build().expect("complete")
    };
    faults.push(Fault::Unprocessed { processed: 1 });
    let get =
        client.batch_get_item().request_items(TABLE, keys(&["a", "b"])).send().await.expect("an answer");
    assert_eq!(get.responses().map(|tables| tables[TABLE].clone()), Some(vec![key("T#1", "a")]));
    assert_eq!(get.unprocessed_keys().map(|tables| &tables[TABLE]), Some(&keys(&["b"])));

    // A batch of one is processed whole or not at all.
    faults.push(Fault::Unprocessed { processed: 1 });
    let get = client.batch_get_item().request_items(TABLE, keys(&["a"])).send().await.expect("an answer");
    assert!(get.unprocessed_keys().is_none_or(|tables| tables.is_empty()));
    assert_eq!(faults.report().injected(), 2);
}

#[tokio::test]
async fn a_conflict_is_told_by_the_action_and_only_to_what_can_conflict() {
    let (client, plain, faults) = table(1).await;
    faults.push(Fault::TransactionConflict);
    assert!(!is_stored(&client, "a").await, "a read waits for no transaction");
    assert_eq!(code(put(&client, "a").await), "TransactionConflictException");

    let action = |sort| {
        let put =
            Put::builder().table_name(TABLE).set_item(Some(key("T#1", sort))).build().expect("complete");
        TransactWriteItem::builder().put(put).build()
    };
    faults.push(Fault::TransactionConflict);
    let write = client.transact_write_items().transact_items(action("a")).transact_items(action("b"));
    let error = write.send().await.expect_err("a conflict").into_service_error();
    let reasons = match &error {
        aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError::TransactionCanceledException(
            error,
        ) => error.cancellation_reasons(),
        other => panic!("{other:?}"),
    };
    let codes: Vec<_> = reasons.iter().filter_map(|reason| reason.code()).collect();
    assert_eq!(codes, ["TransactionConflict", "None"]);
    assert!(!is_stored(&plain, "a").await);
}

#[tokio::test]
async fn a_clock_that_is_wrong_is_corrected_by_the_sdk() {
    for ahead in [3_600, -3_600] {
        let (client, plain, faults) = table(2).await;
        faults.push(Fault::ClockSkew(ahead));
        put(&client, "a").await.expect("the SDK takes the server's time");
        assert!(is_stored(&plain, "a").await);
        assert_eq!(faults.report().of(&Fault::ClockSkew(ahead)), 1);
        // The corrected clock stays: the next call is signed rightly at once.
        faults.push(Fault::ClockSkew(ahead));
        put(&client, "b").await.expect("signed rightly");
        assert_eq!(faults.report().injected(), 1);
    }
    let (client, _, faults) = table(1).await;
    faults.push(Fault::ClockSkew(3_600));
    assert_eq!(code(put(&client, "a").await), "InvalidSignatureException");
    let (client, _, faults) = table(1).await;
    faults.push(Fault::ClockSkew(60));
    put(&client, "a").await.expect("a minute is within what is allowed");
}

#[tokio::test]
async fn an_answer_that_is_too_slow_is_a_timeout_of_the_sdk_and_the_server_acted() {
    let engine = Engine::memory().expect("a database");
    create_table(&engine.client()).await;
    let faults = Faults::none();
    let timeouts = TimeoutConfig::builder().operation_attempt_timeout(Duration::from_millis(20)).build();
    let config = Config::builder().retry_config(RetryConfig::disabled()).timeout_config(timeouts);
    let client = faults.client(&engine.client_with(config));
    faults.push(Fault::Slow(Duration::from_secs(60)));
    let error = put(&client, "a").await.expect_err("a minute is too long");
    assert!(matches!(error, SdkError::TimeoutError(_)), "{error:?}");
    assert!(is_stored(&engine.client(), "a").await);
    faults.push(Fault::Slow(Duration::from_millis(1)));
    put(&client, "b").await.expect("in time");
}

#[tokio::test]
async fn a_plan_is_the_same_for_the_same_seed_and_stops_when_it_is_told_to() {
    let run = async |seed| {
        let engine = Engine::memory().expect("a database");
        create_table(&engine.client()).await;
        let faults = Faults::planned(Plan::new(seed).share(0.5));
        let client = faults.client(&engine.client());
        for place in 0..100 {
            _ = put(&client, &place.to_string()).await;
        }
        faults.pause();
        put(&client, "paused").await.expect("no fault");
        let paused = faults.report();
        assert_eq!(paused.attempts(), 101);
        faults.resume();
        paused
    };
    let (one, again, other) = (run(1).await, run(1).await, run(2).await);
    assert_eq!(one, again);
    assert_ne!(one, other);
    // Half of a hundred, less the draws that fit no PutItem.
    assert!((25..60).contains(&one.injected()), "{one}");
    assert!(one.kinds().count() > 8, "{one}");
}

#[tokio::test]
async fn a_choice_sees_each_attempt() {
    let engine = Engine::memory().expect("a database");
    create_table(&engine.client()).await;
    let faults = Faults::by(|attempt| {
        let create = attempt.operation == "PutItem" && attempt.body.windows(4).any(|part| part == b"\"no\"");
        create.then_some(Fault::ServiceUnavailable(Server::DidNotAct))
    });
    let client = faults.client(&engine.client());
    assert!(put(&client, "no").await.is_err());
    put(&client, "yes").await.expect("not chosen");
    assert_eq!(faults.report().injected(), 1);
}
