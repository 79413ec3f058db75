// DAL0614: a consistent read of a global secondary index.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "consistent_read_of_index.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "consistent_read_of_index.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
