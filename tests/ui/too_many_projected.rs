// DAL0504: more projected attributes than DynamoDB allows.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "too_many_projected.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "too_many_projected.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
