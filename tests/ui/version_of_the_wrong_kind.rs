// DAL1101: a version that is no unsigned integer.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "version_of_the_wrong_kind.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    rev: i64,
}

#[derive(SingleTable)]
#[dal(patterns = "version_of_the_wrong_kind.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
