// DAL0408: a part that is no field name.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "bad_part.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "bad_part.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
