// DAL0204: a text where an entity is wanted.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "text_for_entity.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "text_for_entity.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
