// DAL0203: a list without its table.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_table.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_table.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
