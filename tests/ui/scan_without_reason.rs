// DAL0203: a scan that does not say why.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "scan_without_reason.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "scan_without_reason.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
