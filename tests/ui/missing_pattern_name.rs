// DAL0203: a pattern without a name.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_pattern_name.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_pattern_name.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
