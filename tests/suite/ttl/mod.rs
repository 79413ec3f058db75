//! Expired items are hidden from reads although DynamoDB deletes them only later.

mod everywhere;
mod writes;

use std::time::{Duration, UNIX_EPOCH};

use dal::prelude::*;
use dal::{FixedClock, Ttl};

use crate::domain::*;
use crate::support::*;

/// Far ahead: an engine that deletes what is expired goes by its own clock.
fn seconds(minutes: i64) -> i64 {
    4_000_000_000 + 60 * minutes
}

#[tokio::test]
async fn expired_items_are_hidden_unless_asked_for() {
    let now = UNIX_EPOCH + Duration::from_secs(u64::try_from(seconds(100)).unwrap());
    let dal = table().await.with_clock(FixedClock(now));
    let clinic = dal.tenant(tenant_id(0));
    for (minutes, expires) in [(0, Some(99)), (1, Some(100)), (2, Some(101)), (3, None)] {
        let expires_at = expires.map(|at| Ttl::from_epoch_seconds(seconds(at)));
        Message { expires_at, ..message(tenant_id(0), 1, minutes) }.create(&clinic).await.unwrap();
    }
    let thread = ThreadId(ulid::Ulid::from(1_u128));
    let bodies = |page: Page<Message>| page.items().map(|message| message.body.clone()).collect::<Vec<_>>();
    let query = || Message::messages(&clinic, thread);
    let page = query().await.unwrap();
    assert_eq!((page.evaluated(), bodies(page)), (4, vec!["message 3".to_owned(), "message 2".to_owned()]));
    assert_eq!(query().include_expired().await.unwrap().len(), 4);
    let looked_past = query().reverse().limit(1).page_size(1).requests(9).await.unwrap();
    assert_eq!((looked_past.requests(), bodies(looked_past)), (3, vec!["message 2".to_owned()]));
    assert_eq!(query().reverse().limit(1).page_size(1).await.unwrap().len(), 0);
}

#[tokio::test]
async fn the_attribute_is_epoch_seconds_and_the_table_expires_by_it() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let expiring =
        Message { expires_at: Some(Ttl::from_epoch_seconds(seconds(5))), ..message(tenant_id(0), 1, 0) };
    let attributes = expiring.to_attribute_values(&clinic).unwrap();
    assert_eq!(attributes["expires_at"].as_n().unwrap(), &seconds(5).to_string());
    let described = dal.client().describe_time_to_live().table_name(dal.table_name()).send().await.unwrap();
    let description = described.time_to_live_description.unwrap();
    assert_eq!(description.attribute_name.as_deref(), Some("expires_at"));
}
