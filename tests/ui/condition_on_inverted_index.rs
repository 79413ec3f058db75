// DAL0513: a condition on an index that every item is in.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "condition_on_inverted_index.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    status: String,
}

#[derive(SingleTable)]
#[dal(patterns = "condition_on_inverted_index.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
