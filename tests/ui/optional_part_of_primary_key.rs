// DAL0803: an optional part of the primary key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "optional_part_of_primary_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "optional_part_of_primary_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
