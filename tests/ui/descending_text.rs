// DAL0405: text in descending order.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "descending_text.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "descending_text.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
