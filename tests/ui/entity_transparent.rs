// DAL0824: serde writes the entity as its only field.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[serde(transparent)]
#[dal(patterns = "entity_transparent.yaml")]
struct Item {
    tenant_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "entity_transparent.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
