// DAL0202: `hydrate`, a word of the language that this version does not build.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "hydrate_not_built.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "hydrate_not_built.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
