// DAL0830: a table holds an entity that was made from another list.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "included/other_item.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "entity_of_another_list.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
