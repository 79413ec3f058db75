// DAL1102: a time that dal fills, in the primary key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "filled_part_of_the_primary_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    created_at: std::time::SystemTime,
}

#[derive(SingleTable)]
#[dal(patterns = "filled_part_of_the_primary_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
