// DAL0502: only one half of an index key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "half_of_an_index_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "half_of_an_index_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
