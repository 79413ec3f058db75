//! What every test needs: a table of its own, a clinic in it, and a look at what was sent.

use chrono::{DateTime, TimeDelta, Utc};
use dal::prelude::*;
use ulid::Ulid;

use crate::domain::*;

mod engine;
mod faulty;

pub use engine::*;
pub use faulty::*;

/// A new table on the engine under test.
pub async fn table() -> Dal<Invocacare> {
    fresh().await
}

pub fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_796_000_000_000).expect("a time") + TimeDelta::minutes(minutes)
}

pub fn tenant_id(number: u128) -> TenantId {
    TenantId(Ulid::from(number + 1))
}

pub fn user_id(number: u128) -> UserId {
    UserId(Ulid::from(number + 1))
}

pub fn item(tenant: TenantId, number: u128, owner_id: Option<UserId>) -> Item {
    Item {
        tenant_id: tenant,
        item_id: ItemId(Ulid::from(number + 1)),
        owner_id,
        title: format!("item {number}"),
        status: "open".to_owned(),
        created_at: at(i64::try_from(number).expect("a small number")),
    }
}

pub fn user(number: u128) -> User {
    User {
        tenant_id: tenant_id(0),
        user_id: user_id(number),
        name: format!("user {number}"),
        email: format!("user{number}@example.com"),
        role: "nurse".to_owned(),
    }
}

pub fn message(tenant: TenantId, thread: u128, minutes: i64) -> Message {
    Message {
        tenant_id: tenant,
        thread_id: ThreadId(Ulid::from(thread)),
        sent_at: at(minutes),
        message_id: MessageId(Ulid::from(u128::try_from(minutes + 1).expect("a positive number"))),
        sender_id: ParticipantId(Ulid::from(7_u128)),
        body: format!("message {minutes}"),
        expires_at: None,
    }
}

pub fn call(tenant: TenantId, number: u128, urgency: Urgency, status: CallStatus) -> Call {
    Call {
        tenant_id: tenant,
        call_id: CallId(Ulid::from(number + 1)),
        name: format!("caller {number}"),
        phone: "+1 503-555-0100".to_owned(),
        complaint: "a cough".to_owned(),
        urgency,
        status,
        received_at: at(i64::try_from(number).expect("a small number")),
    }
}

/// The attributes of an item as they are stored.
pub async fn stored(
    dal: &Dal<Invocacare>,
    partition: &str,
    sort: &str,
) -> Option<std::collections::BTreeMap<String, aws_sdk_dynamodb::types::AttributeValue>> {
    use aws_sdk_dynamodb::types::AttributeValue::S;
    let get = dal.client().get_item().table_name(dal.table_name()).consistent_read(true);
    let got = get.key("PK", S(partition.to_owned())).key("SK", S(sort.to_owned())).send().await;
    got.expect("the engine answers").item.map(|item| item.into_iter().collect())
}
