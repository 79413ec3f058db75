// DAL0410: an entity without a sort key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_sort_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_sort_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
