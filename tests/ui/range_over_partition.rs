// DAL0615: a range over a part of the partition key, which no Query answers.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "range_over_partition.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "range_over_partition.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
