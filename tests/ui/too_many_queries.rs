// DAL0632: more queries than are sent together.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "too_many_queries.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    a: u8,
    b: u8,
}

#[derive(SingleTable)]
#[dal(patterns = "too_many_queries.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
