// DAL0828: a field whose type cannot be a part of a key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "float_map_in_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: std::collections::HashMap<String, f32>,
}

#[derive(SingleTable)]
#[dal(patterns = "float_map_in_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
