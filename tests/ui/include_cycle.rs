// DAL0114: files that include each other.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "include_cycle.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "include_cycle.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
