// DAL0202: `rate` of a pattern, a word of the language that this version does not build.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "rate_not_built.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "rate_not_built.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
