// DAL0701: a scan of a table with tenants that does not say why it crosses them.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "scan_of_all_tenants.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "scan_of_all_tenants.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
