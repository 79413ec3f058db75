// DAL1202: a transaction of 101 actions.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "transaction_too_large.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "transaction_too_large.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
