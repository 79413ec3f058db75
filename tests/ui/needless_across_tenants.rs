// DAL0702: `across_tenants` inside a tenant.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "needless_across_tenants.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "needless_across_tenants.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
