// DAL0601: a pattern that does not say what it does.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_verb.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_verb.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
