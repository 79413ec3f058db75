// DAL1201: two actions of a transaction on one item.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "transaction_with_an_item_twice.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "transaction_with_an_item_twice.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
