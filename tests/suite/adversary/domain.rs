//! The InvocaCare domain with tenants named by any text.
#![allow(dead_code, reason = "the fields that only make keys and items are written, not read")]

use chrono::{DateTime, Utc};
use dal::Ttl;
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

pub use crate::domain::{CallStatus, TenantStatus, Urgency};

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Tenant {
    pub tenant_id: String,
    pub name: String,
    pub status: TenantStatus,
    pub created_at: DateTime<Utc>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Subscription {
    pub tenant_id: String,
    pub plan: String,
    #[serde(default)]
    pub rev: u64,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct User {
    pub tenant_id: String,
    pub user_id: Ulid,
    pub name: String,
    pub email: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Item {
    pub tenant_id: String,
    pub item_id: Ulid,
    pub owner_id: Option<Ulid>,
    pub title: String,
    pub created_at: DateTime<Utc>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Call {
    pub tenant_id: String,
    pub call_id: Ulid,
    pub name: String,
    pub urgency: Urgency,
    pub status: CallStatus,
    pub received_at: DateTime<Utc>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Shift {
    pub tenant_id: String,
    pub team_id: Ulid,
    pub starts_at: DateTime<Utc>,
    pub user_id: Ulid,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Message {
    pub tenant_id: String,
    pub thread_id: Ulid,
    pub sent_at: DateTime<Utc>,
    pub message_id: Ulid,
    pub body: String,
    pub expires_at: Option<Ttl>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Participation {
    pub tenant_id: String,
    pub thread_id: Ulid,
    pub participant_id: Ulid,
    pub title: String,
    pub last_message_at: DateTime<Utc>,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub struct Overview {
    pub tenant: Tenant,
    pub subscription: Option<Subscription>,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Adversary {
    Tenant(Tenant),
    Subscription(Subscription),
    User(User),
    Item(Item),
    Call(Call),
    Shift(Shift),
    Message(Message),
    Participation(Participation),
}
