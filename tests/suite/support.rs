//! What every test needs: a table of its own, a clinic in it, and a look at what was sent.

use std::sync::{Arc, Mutex};

use chrono::{DateTime, TimeDelta, Utc};
use dal::prelude::*;
use dal_local::{Call as Sent, Engine};
use ulid::Ulid;

use crate::domain::*;

/// A new table on the engine under test.
pub async fn table() -> Dal<Invocacare> {
    let dal = if std::env::var_os("AWS_ENDPOINT_URL_DYNAMODB").is_some() {
        let name = format!("invocacare-{}", Ulid::generate());
        Dal::connect().await.expect("the environment configures a client").with_table_name(name)
    } else {
        Dal::new(dal_local::memory().await.expect("an engine in memory"))
    };
    dal.create_table().await.expect("the table is created");
    dal
}

/// What was sent to an embedded engine: the operation and the body of each call.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<(String, serde_json::Value)>>>);

impl Log {
    /// A new table on an embedded engine whose calls are logged from now on.
    pub async fn table() -> (Dal<Invocacare>, Self) {
        let log = Self::default();
        let to = log.clone();
        let engine = Engine::memory().expect("an engine in memory").observe(move |call: &Sent| {
            let body = serde_json::from_slice(&call.request).expect("a request is JSON");
            to.0.lock().expect("no test panics here").push((call.operation.clone(), body));
        });
        let dal = Dal::new(engine.client());
        dal.create_table().await.expect("the table is created");
        log.take();
        (dal, log)
    }

    /// The calls since the last look.
    pub fn take(&self) -> Vec<(String, serde_json::Value)> {
        std::mem::take(&mut *self.0.lock().expect("no test panics here"))
    }
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
