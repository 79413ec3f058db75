// DAL0217: one attribute for the sort key and the type.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "attribute_with_two_meanings.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "attribute_with_two_meanings.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
