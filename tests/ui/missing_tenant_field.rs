// DAL0802: a struct inside a tenant without the tenant.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_tenant_field.yaml")]
struct Item {
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_tenant_field.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
