// DAL0821: an index without the TTL of its entity.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "ttl_not_projected.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
    expires_at: Option<u64>,
}

#[derive(SingleTable)]
#[dal(patterns = "ttl_not_projected.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
