// DAL0633: a range that runs on over nothing.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "runs_on_alone.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "runs_on_alone.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
