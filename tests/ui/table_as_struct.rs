// DAL0820: a table that is a struct.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "table_as_struct.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "table_as_struct.yaml")]
struct Clinic {
    item: Item,
}

fn main() {}
