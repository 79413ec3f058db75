// DAL0206: a version that this dal does not read.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unsupported_version.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unsupported_version.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
