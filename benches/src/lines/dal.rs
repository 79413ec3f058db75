//! With dal, and `patterns.yaml` beside it. Put, create, update, delete, typed keys and what else there is come along.

use chrono::{DateTime, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

#[derive(SingleTable, Serialize, Deserialize)]
pub struct Item {
    pub tenant_id: Ulid,
    pub item_id: Ulid,
    pub owner_id: Option<Ulid>,
    pub title: String,
    pub created_at: DateTime<Utc>,
}
