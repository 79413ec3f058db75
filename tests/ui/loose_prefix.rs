// DAL0905: a query whose beginning ends inside a value.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "loose_prefix.yaml")]
struct Price {
    tenant_id: String,
    code: String,
    item_id: u32,
}

#[derive(SingleTable)]
#[dal(patterns = "loose_prefix.yaml")]
enum Clinic {
    Price(Price),
}

fn main() {}
