// DAL0202: a part of the language that this version does not build.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "alternatives_of_an_index.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "alternatives_of_an_index.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
