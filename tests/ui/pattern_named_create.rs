// DAL0210: a pattern that would hide a method of the prelude.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "pattern_named_create.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "pattern_named_create.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
