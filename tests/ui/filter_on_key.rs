// DAL0631: a filter on a key attribute.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "filter_on_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "filter_on_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
