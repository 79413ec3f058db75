// DAL0814: the table has a variant that the list does not name.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_variant.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_variant.yaml")]
enum Clinic {
    Item(Item),
    Note(String),
}

fn main() {}
