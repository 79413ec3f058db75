// DAL0801: a derive on an enum that is not the table.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_enum.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_enum.yaml")]
enum Clinics {
    Item(Item),
}

fn main() {}
