//! What happens to batches when DynamoDB leaves items out, refuses, or answers in vain: nothing is lost.

use std::collections::BTreeSet;
use std::future::IntoFuture;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{AsyncSleep, Sleep, StalledStreamProtectionConfig};
use dal::prelude::*;
use dal::{BatchWrite, Error, Progress};
use serde_json::Value;

use super::{items, keys};
use crate::domain::*;
use crate::support::*;

/// Every third element is done, as often as it is asked.
fn thirds() -> impl FnMut(&Value) -> bool + Send {
    let mut count = 0;
    move |_| {
        count += 1;
        count % 3 == 1
    }
}

/// Whether an element is of an item whose number is divisible by seven.
fn is_seventh(element: &Value) -> bool {
    let text = element.to_string();
    (0..200_u128).step_by(7).any(|number| text.contains(&format!("ITEM#{}", ulid::Ulid::from(number + 1))))
}

#[tokio::test]
async fn unprocessed_items_are_sent_again_until_all_are_written_and_read() {
    let requests = Arc::new(AtomicU64::new(0));
    let counted = requests.clone();
    let dal: Dal<Invocacare> = faulty(move |operation, _| match operation {
        "BatchWriteItem" | "BatchGetItem" => {
            counted.fetch_add(1, Ordering::SeqCst);
            Fault::Only(Box::new(thirds()))
        }
        _ => Fault::None,
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let items = items(130);
    let seen: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let log = seen.clone();
    let written = BatchWrite::new()
        .put_all(&clinic, &items)
        .on_progress(move |progress| log.lock().unwrap().push(progress))
        .await
        .unwrap();
    assert!(written.is_complete() && written.cause().is_none());
    let seen = seen.lock().unwrap().clone();
    assert!(seen.windows(2).all(|pair| pair[0].done <= pair[1].done), "{seen:?}");
    let last = seen.last().unwrap();
    assert_eq!((last.done, last.total), (130, Some(130)));
    assert!(last.retries >= 200, "{last:?}");
    assert_eq!(last.requests, requests.load(Ordering::SeqCst));

    let found = Item::batch_get(&clinic, keys(0..130)).await.unwrap();
    assert!(found.progress().retries >= 200);
    assert_eq!(found.into_items().unwrap().into_iter().flatten().collect::<Vec<_>>(), items);
}

#[tokio::test]
async fn what_stays_unprocessed_comes_back_typed_and_can_be_resumed() {
    let stuck = Arc::new(AtomicU32::new(1));
    let stays = stuck.clone();
    let dal: Dal<Invocacare> = faulty(move |operation, _| match operation {
        "BatchWriteItem" | "BatchGetItem" if stays.load(Ordering::SeqCst) == 1 => {
            Fault::Only(Box::new(|element| !is_seventh(element)))
        }
        _ => Fault::None,
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let items = items(100);
    let written = BatchWrite::new().put_all(&clinic, &items[..99]).delete(&clinic, items[99].key());
    let written = written.await.unwrap();
    assert!(!written.is_complete());
    let expected: Vec<usize> = (0..99).step_by(7).collect();
    assert_eq!(written.unprocessed().map(|left| left.position()).collect::<Vec<_>>(), expected);
    for left in written.unprocessed() {
        assert_eq!(left.item::<Item>().unwrap().as_ref(), Some(&items[left.position()]));
        assert_eq!((left.item::<User>().unwrap(), left.deleted::<Item>().unwrap()), (None, None));
    }
    // Nothing of it is written, and all the rest is.
    stuck.store(0, Ordering::SeqCst);
    let there: BTreeSet<usize> = Item::batch_get(&clinic, keys(0..100))
        .await
        .unwrap()
        .into_items()
        .unwrap()
        .iter()
        .enumerate()
        .filter_map(|(position, item)| item.is_some().then_some(position))
        .collect();
    assert_eq!(there, (0..99).filter(|position| position % 7 != 0).collect());
    written.resume().await.unwrap().complete().unwrap();

    stuck.store(1, Ordering::SeqCst);
    let found = Item::batch_get(&clinic, keys(0..99)).deadline(Duration::from_secs(3)).await.unwrap();
    let positions: Vec<_> = found.unprocessed().iter().map(|left| left.position).collect();
    assert_eq!(positions, expected);
    let left: Vec<_> = found.unprocessed_keys().cloned().collect();
    assert_eq!(left, keys((0..99).step_by(7)));
    stuck.store(0, Ordering::SeqCst);
    let all = found.resume().await.unwrap();
    assert_eq!(all.into_items().unwrap().into_iter().flatten().collect::<Vec<_>>(), items[..99]);
}

#[tokio::test]
async fn a_deletion_that_stays_unprocessed_comes_back_as_its_key() {
    let dal: Dal<Invocacare> = faulty(|operation, _| match operation {
        "BatchWriteItem" => Fault::Only(Box::new(|_| false)),
        _ => Fault::None,
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let key = items(1)[0].key();
    let written = BatchWrite::new().delete(&clinic, key.clone()).await.unwrap();
    let left: Vec<_> = written.unprocessed().map(|left| left.deleted::<Item>().unwrap()).collect();
    assert_eq!(left, [Some(key)]);
    let Err(Error::Unprocessed(left)) = written.complete() else { panic!("it was not written") };
    assert_eq!((left.operation, left.items.len(), left.total), ("BatchWriteItem", 1, 1));
    assert!(left.to_string().starts_with("BatchWriteItem left 1 of 1 items unprocessed"), "{left}");
    assert!(Error::Unprocessed(left).is_retryable());
}

#[tokio::test]
async fn calls_that_are_throttled_or_lost_or_garbled_are_repeated() {
    let calls = AtomicU32::new(0);
    let dal: Dal<Invocacare> = faulty(move |operation, _| {
        if !operation.starts_with("Batch") {
            return Fault::None;
        }
        match calls.fetch_add(1, Ordering::SeqCst) % 5 {
            0 => Fault::throttled(),
            1 => Fault::Lost(500, "InternalServerError"),
            2 => Fault::Garbled("{\"UnprocessedItems\":{\"inv"),
            3 => Fault::Refused(503, "ServiceUnavailable", serde_json::json!({})),
            _ => Fault::None,
        }
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let items = items(60);
    let written = BatchWrite::new().put_all(&clinic, &items).await.unwrap();
    assert!(written.progress().retries > 0);
    written.complete().unwrap();
    let found = Item::batch_get(&clinic, keys(0..60)).await.unwrap().into_items().unwrap();
    assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), items);
}

#[tokio::test]
async fn an_unprocessed_key_that_is_not_understood_stands_for_all_that_were_not_answered() {
    let calls = AtomicU32::new(0);
    let dal: Dal<Invocacare> = faulty(move |operation, _| match operation {
        "BatchGetItem" if calls.fetch_add(1, Ordering::SeqCst) == 0 => Fault::Garbled(
            r#"{"Responses":{},"UnprocessedKeys":{"another":{"Keys":[{"PK":{"S":"x"},"SK":{"S":"y"}}]}}}"#,
        ),
        _ => Fault::None,
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let items = items(3);
    BatchWrite::new().put_all(&clinic, &items).await.unwrap().complete().unwrap();
    let found = Item::batch_get(&clinic, keys(0..3)).await.unwrap().into_items().unwrap();
    assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), items);
}

#[tokio::test]
async fn a_call_that_fails_for_good_ends_the_batch_with_its_error_and_all_that_is_left() {
    let calls = AtomicU32::new(0);
    let dal: Dal<Invocacare> = faulty(move |operation, _| match operation {
        "BatchWriteItem" if calls.fetch_add(1, Ordering::SeqCst) > 0 => {
            Fault::Refused(400, "AccessDeniedException", serde_json::json!({}))
        }
        _ => Fault::None,
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    let written = BatchWrite::new().put_all(&clinic, &items(100)).concurrency(1).await.unwrap();
    assert_eq!(written.unprocessed().count(), 75);
    let Err(Error::Unprocessed(left)) = written.complete() else { panic!("it failed") };
    assert!(
        matches!(&left.cause, Some(Error::Service(error)) if error.operation == "BatchWriteItem"),
        "{left}"
    );
    assert!(!Error::Unprocessed(left).is_retryable());
    assert_eq!(Item::list_items(&clinic).limit(200).await.unwrap().len(), 25);
}

/// A sleep that takes no time and is written down.
#[derive(Clone, Debug, Default)]
struct Waits(Arc<Mutex<Vec<Duration>>>);

impl AsyncSleep for Waits {
    fn sleep(&self, duration: Duration) -> Sleep {
        self.0.lock().unwrap().push(duration);
        Sleep::new(tokio::task::yield_now())
    }
}

#[tokio::test]
async fn waits_double_at_most_are_drawn_below_their_bound_and_end_with_the_time_given() {
    let dal: Dal<Invocacare> = faulty(|operation, _| match operation {
        "BatchWriteItem" | "BatchGetItem" => Fault::throttled(),
        _ => Fault::None,
    })
    .await;
    let waits = Waits::default();
    // The SDK's own timers are written down, too: most of them are off, and the one that is left is told by its length.
    const SDK: Duration = Duration::from_millis(6_200);
    let config = dal.client().config().to_builder().sleep_impl(waits.clone());
    let config = config.timeout_config(TimeoutConfig::disabled());
    let config = config.stalled_stream_protection(StalledStreamProtectionConfig::disabled()).build();
    let clinic = Dal::<Invocacare>::new(Client::from_conf(config)).tenant(tenant_id(0));
    for total in [2, 60] {
        waits.0.lock().unwrap().clear();
        let time = Duration::from_secs(total);
        let (item, key) = (items(1).remove(0), keys(0..1).remove(0));
        let written = BatchWrite::new().put(&clinic, &item).deadline(time).patience(time).await.unwrap();
        assert_eq!(written.unprocessed().count(), 1);
        let of_write = std::mem::take(&mut *waits.0.lock().unwrap());
        let found = Item::batch_get(&clinic, [key]).deadline(time).patience(time).await.unwrap();
        assert_eq!(found.unprocessed().len(), 1);
        let of_get = std::mem::take(&mut *waits.0.lock().unwrap());
        for mut waits in [of_write, of_get] {
            waits.retain(|wait| *wait != SDK);
            let bound =
                |attempt: u32| Duration::from_millis(50 << attempt.min(10)).min(Duration::from_secs(5));
            for (wait, attempt) in waits.iter().zip(0..) {
                assert!(*wait <= bound(attempt), "wait {attempt}: {waits:?}");
            }
            // The time is used, and no more; a call of the engine takes some of it.
            let all: Duration = waits.iter().sum();
            assert!(all <= time && (total < 60 || all > time / 2), "{all:?}: {waits:?}");
            // Drawn from the whole of what is below: neither all of them high nor all of them low.
            let high = waits.iter().zip(0..).filter(|(wait, attempt)| **wait > bound(*attempt) / 2).count();
            assert!(total < 60 || (high > 0 && high < waits.len()), "{waits:?}");
        }
    }
}

#[tokio::test]
async fn no_more_requests_are_under_way_than_are_allowed() {
    use dal_local::faults::{Fault, Faults};
    let table: Dal<Invocacare> = fresh().await;
    for (allowed, expected) in [(None, 4), (Some(1), 1), (Some(3), 3), (Some(100), 8)] {
        let begun = Arc::new(AtomicU32::new(0));
        let counted = begun.clone();
        let faults = Faults::by(move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Some(Fault::Slow(Duration::from_secs(3_600)))
        });
        let dal = Dal::<Invocacare>::new(faults.client(table.client())).with_table_name(table.table_name());
        let clinic = dal.tenant(tenant_id(0));
        let items = items(200);
        let mut write = BatchWrite::new().put_all(&clinic, &items);
        let mut get = Item::batch_get(&clinic, keys(0..800));
        if let Some(allowed) = allowed {
            (write, get) = (write.concurrency(allowed), get.concurrency(allowed));
        }
        // Until so many are under way; then a moment in which there could be more.
        let until = async || {
            while begun.load(Ordering::SeqCst) < expected {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            begun.swap(0, Ordering::SeqCst)
        };
        tokio::select! {
            written = write.into_future() => panic!("no answer comes: {written:?}"),
            count = until() => assert_eq!(count, expected, "writes, {allowed:?}"),
        }
        tokio::select! {
            found = get.into_future() => panic!("no answer comes: {found:?}"),
            count = until() => assert_eq!(count, expected, "gets, {allowed:?}"),
        }
    }
}

#[tokio::test]
async fn a_client_without_a_timer_of_its_own_waits_by_tokios_and_goes_on() {
    use dal_local::faults::{Fault, Faults, Throttle};
    let faults = Faults::none();
    let dal: Dal<Invocacare> = Dal::new(faults.client(&dal_local::memory().await.unwrap()));
    assert!(dal.client().config().sleep_impl().is_none());
    dal.create_table().await.unwrap();
    let clinic = dal.tenant(tenant_id(0));
    let items = items(30);
    faults.push(Fault::Unprocessed { processed: 2 });
    faults.push(Fault::Throttled(Throttle::ProvisionedThroughputExceeded));
    let written = BatchWrite::new().put_all(&clinic, &items).concurrency(1).await.unwrap();
    assert_eq!(written.progress().retries, 23 + 25);
    written.complete().unwrap();
    faults.push(Fault::TransactionConflict);
    dal::Transaction::new().add(Item::delete(&clinic, items[0].key())).await.unwrap();
    assert_eq!(Item::list_items(&clinic).limit(50).await.unwrap().len(), 29);
    assert_eq!(faults.report().injected(), 3);
}
