// DAL0822: serde flattens a part of a key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "flattened_key_part.yaml")]
struct Item {
    tenant_id: String,
    #[serde(flatten)]
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "flattened_key_part.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
