// DAL0506: a pattern of an index with a list that does not say what it needs.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_select.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_select.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
