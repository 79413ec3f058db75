// DAL0202: `shard`, a word of the language that this version does not build.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "shard_not_built.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "shard_not_built.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
