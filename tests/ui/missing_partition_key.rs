// DAL0410: an entity without a partition key, and no tenant to give one.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_partition_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_partition_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
