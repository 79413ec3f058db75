// DAL0205: sizes and rates that cannot be read.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "wrong_rate.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "wrong_rate.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
