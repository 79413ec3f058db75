//! Scan: the whole table, of all tenants, as its enum.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use dal::prelude::*;
use dal::{BatchWrite, CursorError, Error, ItemProblem, Progress, ScanStream, Ttl};

use super::items;
use crate::domain::*;
use crate::support::*;

const WHY: &str = "a test reads everything";

/// Two clinics with items of several entities: how many they are.
async fn filled(dal: &Dal<Invocacare>) -> usize {
    for tenant in 0..2 {
        let clinic = dal.tenant(tenant_id(tenant));
        let items: Vec<_> =
            (0..40).map(|number| item(tenant_id(tenant), number, Some(user_id(number % 3)))).collect();
        let messages: Vec<_> = (0..20).map(|minutes| message(tenant_id(tenant), 1, minutes)).collect();
        let written = BatchWrite::new().put_all(&clinic, &items).put_all(&clinic, &messages).await.unwrap();
        written.complete().unwrap();
    }
    120
}

/// What names an item.
fn name(item: &Invocacare) -> String {
    match item {
        Invocacare::Item(item) => format!("{} {}", item.tenant_id.0, item.title),
        Invocacare::Message(message) => format!("{} {}", message.tenant_id.0, message.body),
        other => panic!("{other:?} was not written"),
    }
}

async fn all(mut stream: ScanStream<Invocacare>) -> Vec<String> {
    let mut names = Vec::new();
    while let Some(item) = stream.next().await {
        names.push(name(&item.unwrap()));
    }
    assert!(stream.cursor().is_none() && stream.next().await.is_none());
    names
}

#[tokio::test]
async fn every_item_of_every_tenant_comes_once_whatever_the_segments_and_pages() {
    let dal = table().await;
    let count = filled(&dal).await;
    for (segments, size) in [(1, None), (1, Some(7)), (4, None), (5, Some(3)), (255, Some(2))] {
        let seen: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let log = seen.clone();
        let mut scan = dal.scan(WHY).segments(segments);
        if let Some(size) = size {
            scan = scan.page_size(size);
        }
        let names = all(scan.on_progress(move |progress| log.lock().unwrap().push(progress)).stream()).await;
        assert_eq!(names.len(), count, "{segments} segments");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), count, "{segments} segments");
        let seen = seen.lock().unwrap();
        assert!(seen.windows(2).all(|pair| pair[0].done <= pair[1].done));
        assert_eq!((seen.last().unwrap().done, seen.last().unwrap().total), (count, None));
        assert!(seen.len() >= usize::from(segments));
    }
}

#[tokio::test]
async fn a_scan_goes_on_behind_the_last_item_given() {
    let dal = table().await;
    let count = filled(&dal).await;
    for segments in [1, 3] {
        for stop in [0, 1, 10, 57, 119, 120] {
            let scan =
                |cursor: Option<Cursor>| dal.scan(WHY).segments(segments).page_size(8).after(cursor).stream();
            let mut stream = scan(None);
            let mut names = Vec::new();
            for _ in 0..stop {
                names.push(name(&stream.next().await.unwrap().unwrap()));
            }
            // Through text, as a program would keep it.
            let cursor: Option<Cursor> = stream.cursor().map(|cursor| cursor.to_string().parse().unwrap());
            drop(stream);
            names.extend(all(scan(cursor)).await);
            assert_eq!(names.len(), count, "{segments} segments, stopped after {stop}");
            assert_eq!(names.into_iter().collect::<BTreeSet<_>>().len(), count);
        }
    }
}

#[tokio::test]
async fn a_cursor_of_another_table_or_number_of_segments_is_refused() {
    let (dal, log) = Log::table().await;
    filled(&dal).await;
    let mut stream = dal.scan(WHY).segments(2).stream();
    stream.next().await.unwrap().unwrap();
    let cursor = stream.cursor().unwrap();
    log.take();
    let junk: Cursor = "AAAA".parse().unwrap();
    let other = dal.with_table_name("another");
    for (scan, expected) in [
        (dal.scan(WHY).segments(3).after(cursor.clone()), CursorError::Foreign),
        (other.scan(WHY).segments(2).after(cursor.clone()), CursorError::Foreign),
        (dal.scan(WHY).segments(2).after(junk), CursorError::Expired),
    ] {
        let mut stream = scan.stream();
        assert!(matches!(stream.next().await, Some(Err(Error::Cursor(error))) if error == expected));
        assert!(stream.next().await.is_none());
    }
    assert_eq!(log.take(), []);
    let page = Item::list_items(&dal.tenant(tenant_id(0))).after(cursor).await;
    assert!(matches!(page, Err(Error::Cursor(_))), "a query refuses a scan's cursor");
}

#[tokio::test]
async fn an_item_of_no_entity_is_an_error_in_its_place() {
    use aws_sdk_dynamodb::types::AttributeValue::S;
    let dal = table().await;
    filled(&dal).await;
    let put = dal.client().put_item().table_name(dal.table_name()).item("PK", S("ALIEN".to_owned()));
    put.item("SK", S("1".to_owned())).item("entity", S("Alien".to_owned())).send().await.unwrap();
    let mut stream = dal.scan(WHY).stream();
    let (mut read, mut failed) = (0, Vec::new());
    while let Some(item) = stream.next().await {
        match item {
            Ok(_) => read += 1,
            Err(Error::Items(errors)) => failed.extend(errors),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((read, failed.len()), (120, 1));
    assert_eq!(failed[0].problem, ItemProblem::UnknownEntity(Some("Alien".to_owned())));
    assert!(failed[0].key.contains("PK=ALIEN"), "{}", failed[0]);
}

#[tokio::test]
async fn expired_items_are_hidden_unless_asked_for() {
    let dal = table().await;
    let mut message = message(tenant_id(0), 1, 1);
    message.expires_at = Some(Ttl::from_epoch_seconds(1_000));
    message.put(&dal.tenant(tenant_id(0))).await.unwrap();
    assert_eq!(all(dal.scan(WHY).stream()).await.len(), 0);
    assert_eq!(all(dal.scan(WHY).include_expired().stream()).await.len(), 1);
}

#[tokio::test]
async fn a_throttled_scan_goes_on_and_one_that_fails_for_good_can_be_resumed() {
    let (calls, broken) = (AtomicU32::new(0), Arc::new(AtomicU32::new(0)));
    let breaks = broken.clone();
    let dal: Dal<Invocacare> = faulty(move |operation, _| match operation {
        "Scan" if breaks.load(Ordering::SeqCst) == 1 => {
            Fault::Refused(400, "AccessDeniedException", serde_json::json!({}))
        }
        "Scan" if calls.fetch_add(1, Ordering::SeqCst) % 3 != 2 => Fault::throttled(),
        _ => Fault::None,
    })
    .await;
    let clinic = dal.tenant(tenant_id(0));
    BatchWrite::new().put_all(&clinic, &items(50)).await.unwrap().complete().unwrap();
    let mut stream = dal.scan(WHY).page_size(10).stream();
    let mut names = Vec::new();
    for _ in 0..20 {
        names.push(name(&stream.next().await.unwrap().unwrap()));
    }
    assert!(stream.progress().retries >= 2, "{:?}", stream.progress());
    broken.store(1, Ordering::SeqCst);
    assert!(matches!(stream.next().await, Some(Err(Error::Service(error))) if error.operation == "Scan"));
    assert!(stream.next().await.is_none());
    broken.store(0, Ordering::SeqCst);
    names.extend(all(dal.scan(WHY).page_size(10).after(stream.cursor()).stream()).await);
    assert_eq!((names.len(), names.into_iter().collect::<BTreeSet<_>>().len()), (50, 50));
}
