// DAL1103: one field for both times.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "field_filled_twice.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    stamp: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "field_filled_twice.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
