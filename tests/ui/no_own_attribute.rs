// DAL0512: an index that shares all of its key attributes with another.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "no_own_attribute.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "no_own_attribute.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
