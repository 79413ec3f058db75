// DAL1104: an optional version.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "optional_version.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    rev: Option<u64>,
}

#[derive(SingleTable)]
#[dal(patterns = "optional_version.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
