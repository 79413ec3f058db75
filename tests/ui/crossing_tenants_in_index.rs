// DAL0701: an index partition of all tenants without a reason.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "crossing_tenants_in_index.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "crossing_tenants_in_index.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
