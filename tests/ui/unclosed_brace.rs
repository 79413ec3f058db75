// DAL0101: a map in braces that is not closed.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unclosed_brace.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unclosed_brace.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
