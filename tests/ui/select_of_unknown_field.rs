// DAL0805: `select:` of a field that does not exist.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "select_of_unknown_field.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "select_of_unknown_field.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
