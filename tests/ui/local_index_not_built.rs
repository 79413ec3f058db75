// DAL0202: a local secondary index, which this version does not build.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "local_index_not_built.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "local_index_not_built.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
