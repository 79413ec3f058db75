// DAL0824: serde adds an attribute of its own to the entity.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[serde(tag = "type")]
#[dal(patterns = "entity_tagged.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "entity_tagged.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
