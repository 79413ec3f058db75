// DAL0812: the TTL field is a time, which serde writes as text.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "ttl_as_time.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    expires_at: Option<chrono::DateTime<chrono::Utc>>,
}

#[derive(SingleTable)]
#[dal(patterns = "ttl_as_time.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
