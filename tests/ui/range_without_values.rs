// DAL0304: a range of integers that holds none.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "range_without_values.yaml")]
struct Item {
    tenant_id: String,
    priority: u8,
}

#[derive(SingleTable)]
#[dal(patterns = "range_without_values.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
