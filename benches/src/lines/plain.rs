//! The struct with serde's derives alone: what every contender has as well.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ulid::Ulid;

#[derive(Serialize, Deserialize)]
pub struct Item {
    pub tenant_id: Ulid,
    pub item_id: Ulid,
    pub owner_id: Option<Ulid>,
    pub title: String,
    pub created_at: DateTime<Utc>,
}
