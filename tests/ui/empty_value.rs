// DAL0103: a word without a value.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "empty_value.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "empty_value.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
