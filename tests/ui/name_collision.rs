// DAL0211: an entity named like a generated type.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "name_collision.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "name_collision.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
