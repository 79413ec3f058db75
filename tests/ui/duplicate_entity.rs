// DAL0208: two files declare one entity.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "duplicate_entity.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "duplicate_entity.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
