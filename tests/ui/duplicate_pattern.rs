// DAL0208: two patterns of one name.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "duplicate_pattern.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "duplicate_pattern.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
