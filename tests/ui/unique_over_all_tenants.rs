// DAL0701: a value that is unique over all tenants without a reason.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unique_over_all_tenants.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    email: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unique_over_all_tenants.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
