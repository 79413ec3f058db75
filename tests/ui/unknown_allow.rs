// DAL0213: `allow:` of a code that does not exist.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_allow.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_allow.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
