// DAL0404: an encoding that the kind does not have.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "illegal_encoding.yaml")]
struct Item {
    tenant_id: String,
    item_id: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "illegal_encoding.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
