// DAL0508: a computed projection that is not the pinned one.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "projection_changed.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "projection_changed.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
