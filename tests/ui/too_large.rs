// DAL0107: a list of more than 1 MiB; tests/ui.rs writes it while the test runs.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "too_large.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "too_large.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
