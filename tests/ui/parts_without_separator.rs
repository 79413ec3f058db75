// DAL0406: two parts with nothing between them.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "parts_without_separator.yaml")]
struct Item {
    tenant_id: String,
    kind: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "parts_without_separator.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
