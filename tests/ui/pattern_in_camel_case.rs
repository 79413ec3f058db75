// DAL0209: a pattern that is not named like a method.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "pattern_in_camel_case.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "pattern_in_camel_case.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
