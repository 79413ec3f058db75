// DAL0704: a tenant template that all tenants share.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tenant_without_field.yaml")]
struct Item {
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tenant_without_field.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
