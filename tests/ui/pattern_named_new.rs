// DAL0210: a pattern that would hide the usual constructor.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "pattern_named_new.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "pattern_named_new.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
