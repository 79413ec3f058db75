// DAL0409: `{tenant}` that does not begin a partition.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tenant_in_the_middle.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tenant_in_the_middle.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
