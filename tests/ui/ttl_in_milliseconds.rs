// DAL0812: the TTL field is written in milliseconds.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "ttl_in_milliseconds.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    expires_at: chrono::DateTime<chrono::Utc>,
}

#[derive(SingleTable)]
#[dal(patterns = "ttl_in_milliseconds.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
