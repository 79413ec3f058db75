// DAL0402: a brace that is not closed.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unbalanced_braces.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unbalanced_braces.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
