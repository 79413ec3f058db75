// DAL0505: a key attribute in a projection.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "projected_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "projected_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
