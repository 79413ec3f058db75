// DAL0205: `yes` where `true` is wanted.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "yes_for_true.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "yes_for_true.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
