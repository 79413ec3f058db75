// DAL0802: an index key names a field that the struct does not have.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_field_in_index.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_field_in_index.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
