// DAL0828: a list of texts cannot be a part of a key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "list_in_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: Vec<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "list_in_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
