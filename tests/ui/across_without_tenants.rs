// DAL0703: `across_tenants` on a table without tenants.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "across_without_tenants.yaml")]
struct Item {
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "across_without_tenants.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
