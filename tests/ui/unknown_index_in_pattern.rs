// DAL0501: a pattern of an index that the table does not have.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_index_in_pattern.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_index_in_pattern.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
