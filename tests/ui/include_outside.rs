// DAL0113: an included file outside the workspace.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "include_outside.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "include_outside.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
