// DAL0202: an update in a transaction, a part of the language that this version does not build.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "transact_not_built.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "transact_not_built.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
