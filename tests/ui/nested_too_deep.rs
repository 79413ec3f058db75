// DAL0106: lists nested deeper than any list needs.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "nested_too_deep.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "nested_too_deep.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
