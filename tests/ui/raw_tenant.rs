// DAL0704: a tenant that can hold the delimiter.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "raw_tenant.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "raw_tenant.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
