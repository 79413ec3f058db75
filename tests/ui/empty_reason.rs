// DAL0216: a reason without words.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "empty_reason.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "empty_reason.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
