//! Clinics, their billing, their staff, their business objects.

use chrono::{DateTime, NaiveDate, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

/// Names a clinic.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TenantId(pub Ulid);

/// Names a member of a clinic's staff.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UserId(pub Ulid);

/// Names an item.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ItemId(pub Ulid);

/// A clinic.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Tenant {
    pub tenant_id: TenantId,
    pub name: String,
    pub city: String,
    pub status: TenantStatus,
    pub created_at: DateTime<Utc>,
}

/// Whether a clinic may use the product.
#[derive(Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum TenantStatus {
    Trial,
    Active,
    Suspended,
}

/// A clinic's billing state. Whoever writes it must have seen what is stored: each write counts `rev`.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Subscription {
    pub tenant_id: TenantId,
    pub plan: String,
    pub seats: u32,
    pub price: String,
    pub currency: String,
    pub renews_on: NaiveDate,
    #[serde(default)]
    pub rev: u64,
}

/// A member of a clinic's staff.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct User {
    pub tenant_id: TenantId,
    pub user_id: UserId,
    pub name: String,
    pub email: String,
    pub role: String,
}

/// A business object of a clinic: a task, a device, a document.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Item {
    pub tenant_id: TenantId,
    pub item_id: ItemId,
    pub owner_id: Option<UserId>,
    pub title: String,
    pub status: String,
    pub created_at: DateTime<Utc>,
}

/// What the console shows first: the clinic and its billing, in one read.
#[derive(SingleTable, Debug, Clone, PartialEq)]
pub struct Overview {
    pub tenant: Tenant,
    pub subscription: Option<Subscription>,
}
