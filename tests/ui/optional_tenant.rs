// DAL0804: an optional tenant.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "optional_tenant.yaml")]
struct Item {
    tenant_id: Option<String>,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "optional_tenant.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
