// DAL0806: `select:` of an attribute that the index does not hold.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "select_not_projected.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
    note: String,
}

#[derive(SingleTable)]
#[dal(patterns = "select_not_projected.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
