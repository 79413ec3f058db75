// DAL0203: a list without its version.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_version.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_version.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
