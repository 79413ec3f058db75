// DAL0802: the field of the version is not there.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "filled_field_missing.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "filled_field_missing.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
