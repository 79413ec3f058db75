// DAL0616: a word that a get does not take.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "get_with_by.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "get_with_by.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
