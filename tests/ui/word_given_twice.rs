// DAL0102: one word twice in one map.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "word_given_twice.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "word_given_twice.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
