// DAL0701: a partition of all tenants without a reason.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "crossing_tenants.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "crossing_tenants.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
