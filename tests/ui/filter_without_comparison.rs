// DAL0630: a condition that cannot be read.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "filter_without_comparison.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    price: u32,
}

#[derive(SingleTable)]
#[dal(patterns = "filter_without_comparison.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
