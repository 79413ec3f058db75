// DAL0214: `allow:` of an error.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "allowed_error.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "allowed_error.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
