// DAL0301: a kind that the language does not have.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_kind.yaml")]
struct Item {
    tenant_id: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_kind.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
