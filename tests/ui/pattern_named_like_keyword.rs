// DAL0209: a pattern named by a keyword.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "pattern_named_like_keyword.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "pattern_named_like_keyword.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
