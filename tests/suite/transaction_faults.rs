//! What happens to transactions when others work on the same items, answers get lost, or they hold too much.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dal::prelude::*;
use dal::{Error, Transaction, TransactionCause, TransactionGet};

use crate::domain::*;
use crate::support::*;

#[tokio::test]
async fn conflicts_and_lost_answers_are_retried_with_one_token() {
    let calls = AtomicU32::new(0);
    let tokens: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = tokens.clone();
    let dal: Dal<Invocacare> = faulty(move |operation, body| {
        if operation != "TransactWriteItems" {
            return Fault::None;
        }
        seen.lock().unwrap().push(body["ClientRequestToken"].as_str().unwrap().to_owned());
        match calls.fetch_add(1, Ordering::SeqCst) {
            0 => Fault::cancelled(&["None", "TransactionConflict"]),
            1 => Fault::Refused(400, "TransactionInProgressException", serde_json::json!({})),
            2 => Fault::cancelled(&["ThrottlingError", "TransactionConflict"]),
            // It is done, and nobody knows: the token keeps it from being done twice.
            3 => Fault::Lost(500, "InternalServerError"),
            _ => Fault::None,
        }
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let (one, two) = (item(tenant_id(0), 1, None), item(tenant_id(0), 2, None));
    Transaction::new().add(one.create(&clinic)).add(two.create(&clinic)).await.unwrap();
    assert_eq!(Item::list_items(&clinic).await.unwrap().into_items().unwrap(), [one, two]);
    let tokens = tokens.lock().unwrap();
    assert_eq!(tokens.len(), 5);
    assert!(tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
}

#[tokio::test]
async fn a_conflict_that_stays_names_the_action_and_can_be_retried() {
    let calls = Arc::new(AtomicU32::new(0));
    let counted = calls.clone();
    let dal: Dal<Invocacare> = faulty(move |operation, _| match operation {
        "TransactWriteItems" | "TransactGetItems" => {
            counted.fetch_add(1, Ordering::SeqCst);
            Fault::cancelled(&["None", "TransactionConflict"])
        }
        _ => Fault::None,
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let two = |dal: &Scope<Invocacare>| {
        Transaction::new()
            .add(item(tenant_id(0), 1, None).create(dal))
            .add(item(tenant_id(0), 2, None).create(dal))
    };
    let error = two(&clinic).deadline(Duration::from_secs(5)).await.unwrap_err();
    let Error::Transaction(failed) = &error else { panic!("{error:?}") };
    assert!(failed.conflict() && failed.failed(0).is_none() && error.is_retryable());
    assert!(matches!(failed.failed(1).unwrap().cause, TransactionCause::Conflict));
    assert_eq!(failed.attempts, calls.load(Ordering::SeqCst));
    assert!(failed.attempts > 3, "{}", failed.attempts);

    calls.store(0, Ordering::SeqCst);
    two(&clinic).deadline(Duration::ZERO).await.unwrap_err();
    assert_eq!(calls.load(Ordering::SeqCst), 1);

    let get = |number| Item::get_item(&clinic, item(tenant_id(0), number, None).item_id);
    let error = TransactionGet::new(vec![get(7), get(7), get(8)]).await.unwrap_err();
    let Error::Transaction(failed) = &error else { panic!("{error:?}") };
    // The second item that was asked for is the one at the third position.
    assert_eq!(failed.reasons[0].position, 2);
}

#[tokio::test]
async fn a_refused_condition_beside_a_conflict_is_not_retried() {
    let calls = Arc::new(AtomicU32::new(0));
    let counted = calls.clone();
    let dal: Dal<Invocacare> = faulty(move |operation, _| match operation {
        "TransactWriteItems" => {
            counted.fetch_add(1, Ordering::SeqCst);
            Fault::cancelled(&["ConditionalCheckFailed", "TransactionConflict", "ValidationError"])
        }
        _ => Fault::None,
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let three = (1..4).map(|number| item(tenant_id(0), number, None).create(&clinic));
    let error = Transaction::new().add_all(three).await.unwrap_err();
    let Error::Transaction(failed) = &error else { panic!("{error:?}") };
    assert_eq!((calls.load(Ordering::SeqCst), failed.reasons.len()), (1, 3));
    assert!(matches!(failed.refused(), Some(Error::AlreadyExists(_))) && !failed.conflict());
    assert!(matches!(failed.reasons[2].cause, TransactionCause::Invalid(_)));
}

#[tokio::test]
async fn a_transaction_of_reads_with_an_answer_too_short_is_an_error() {
    let dal: Dal<Invocacare> = faulty(|operation, _| match operation {
        "TransactGetItems" => Fault::Garbled(r#"{"Responses":[{}]}"#),
        _ => Fault::None,
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let gets = (1..3).map(|number| Item::get_item(&clinic, item(tenant_id(0), number, None).item_id));
    let error = TransactionGet::new(gets.collect::<Vec<_>>()).await.unwrap_err();
    assert!(matches!(&error, Error::Service(error) if error.operation == "TransactGetItems"), "{error}");
}

#[tokio::test]
async fn what_it_cannot_hold_is_refused_before_it_is_sent() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let many = (0..101).map(|number| item(tenant_id(0), number, None).put(&clinic));
    let Err(Error::OverLimit(over)) = Transaction::new().add_all(many).await else { panic!("too many") };
    assert_eq!((over.what, over.count, over.limit), ("actions", 101, 100));

    let large = (0..12)
        .map(|number| Item { title: "x".repeat(380_000), ..item(tenant_id(0), number, None) }.put(&clinic));
    let Err(Error::OverLimit(over)) = Transaction::new().add_all(large).await else { panic!("too large") };
    assert_eq!((over.what, over.limit), ("bytes", 4 * 1024 * 1024));

    let own = item(tenant_id(0), 1, None);
    let twice = Transaction::new()
        .add(own.create(&clinic))
        .add(user(1).create(&clinic))
        .add(Item::delete(&clinic, own.key()));
    let Err(Error::Duplicate(duplicate)) = twice.await else { panic!("a duplicate") };
    assert_eq!((duplicate.operation, duplicate.positions), ("TransactWriteItems", [0, 2]));

    let foreign = item(tenant_id(1), 1, None).create(&clinic);
    assert!(matches!(Transaction::new().add(foreign).await, Err(Error::TenantMismatch(_))));

    let elsewhere: Dal<Invocacare> = Dal::new(dal_local::memory().await.unwrap());
    let two =
        Transaction::new().add(own.create(&clinic)).add(user(1).create(&elsewhere.tenant(tenant_id(0))));
    let error = two.await.unwrap_err();
    assert!(matches!(&error, Error::Configuration(text) if text.contains("action 1")), "{error}");

    Transaction::new().await.unwrap();
    assert_eq!(log.take(), []);
}
