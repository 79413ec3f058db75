// DAL0209: an entity that is not named like a struct.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "entity_in_snake_case.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "entity_in_snake_case.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
