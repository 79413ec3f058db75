//! Batch write: puts and deletes of any number of items.

use dal::prelude::*;
use dal::{BatchWrite, Error};

use super::{items, keys};
use crate::domain::*;
use crate::support::*;

#[tokio::test]
async fn puts_and_deletes_of_several_entities_are_split_by_25() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let items = items(60);
    let call = call(tenant_id(0), 1, Urgency::Routine, CallStatus::Waiting);
    let written = BatchWrite::new().put_all(&clinic, &items).put(&clinic, &call).await.unwrap();
    assert!(written.is_complete());
    assert_eq!((written.progress().done, written.progress().requests), (61, 3));
    written.complete().unwrap();
    let sizes: Vec<_> = log
        .take()
        .iter()
        .map(|(operation, body)| {
            assert_eq!(operation, "BatchWriteItem");
            body["RequestItems"][dal.table_name()].as_array().unwrap().len()
        })
        .collect();
    assert_eq!(sizes.iter().sum::<usize>(), 61);
    assert!(sizes.iter().all(|size| *size <= 25), "{sizes:?}");

    // All keys are written: the items are in their indexes.
    let mut owned = Item::items_by_owner(&clinic, user_id(0)).limit(100).await.unwrap();
    assert_eq!(owned.len(), 20);
    assert_eq!(Item::list_items(&clinic).limit(100).await.unwrap().into_items().unwrap(), items);

    let deleted =
        BatchWrite::new().delete_all(&clinic, keys(0..59)).delete(&clinic, call.key()).await.unwrap();
    deleted.complete().unwrap();
    owned = Item::items_by_owner(&clinic, user_id(0)).limit(100).await.unwrap();
    assert_eq!(owned.len(), 0);
    assert_eq!(Item::list_items(&clinic).await.unwrap().into_items().unwrap(), items[59..]);
    assert_eq!(Call::get_call(&clinic, call.call_id).await.unwrap(), None);
}

#[tokio::test]
async fn nothing_to_write_is_nothing_sent() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let batch = BatchWrite::new().put_all(&clinic, &Vec::<Item>::new());
    assert!(batch.is_empty());
    batch.await.unwrap().complete().unwrap();
    assert_eq!(log.take(), []);
}

#[tokio::test]
async fn an_item_given_twice_is_refused_with_both_positions_wherever_they_are() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let mut twice = items(70);
    twice.push(twice[3].clone());
    let Err(Error::Duplicate(duplicate)) = BatchWrite::new().put_all(&clinic, &twice).await else {
        panic!("a duplicate")
    };
    assert_eq!((duplicate.entity, duplicate.positions), ("Item", [3, 70]));
    assert!(duplicate.to_string().contains("is at positions 3 and 70"), "{duplicate}");

    let put_and_delete = BatchWrite::new().put(&clinic, &twice[0]).delete(&clinic, twice[0].key());
    let Err(Error::Duplicate(duplicate)) = put_and_delete.await else { panic!("a duplicate") };
    assert_eq!(duplicate.positions, [0, 1]);
    assert_eq!(log.take(), []);

    // The same item in two tables is two items.
    let other = dal.with_table_name("other");
    let batch = BatchWrite::new().put(&clinic, &twice[0]).put(&other.tenant(tenant_id(0)), &twice[0]);
    assert!(!matches!(batch.await, Err(Error::Duplicate(_))));
}

#[tokio::test]
async fn an_item_of_another_tenant_or_too_large_is_refused_before_anything_is_sent() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let foreign =
        BatchWrite::new().put_all(&clinic, &items(3)).put(&clinic, &item(tenant_id(1), 9, None)).await;
    assert!(matches!(foreign, Err(Error::TenantMismatch(_))), "{foreign:?}");
    let large = Item { title: "x".repeat(410_000), ..item(tenant_id(0), 1, None) };
    let large = BatchWrite::new().put(&clinic, &large).await;
    assert!(matches!(large, Err(Error::ItemTooLarge(_))), "{large:?}");
    assert_eq!(log.take(), []);
}

#[tokio::test]
async fn requests_stay_below_16_mb() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    // Control characters take six bytes in JSON and one in the item.
    let large: Vec<_> =
        items(10).into_iter().map(|item| Item { title: "\u{1}".repeat(380_000), ..item }).collect();
    BatchWrite::new().put_all(&clinic, &large).await.unwrap().complete().unwrap();
    let sizes: Vec<_> = log.take().iter().map(|(_, body)| body.to_string().len()).collect();
    assert!(sizes.len() == 2 && sizes.iter().all(|size| *size <= 16 * 1024 * 1024), "{sizes:?}");
    let found = Item::batch_get(&clinic, keys(0..10)).await.unwrap().into_items().unwrap();
    assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), large);
}
