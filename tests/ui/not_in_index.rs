// DAL0605: a pattern of an index that its entity is not in.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "not_in_index.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "not_in_index.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
