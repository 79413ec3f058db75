// DAL0103: a null where a value must be.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "null_value.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "null_value.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
