// DAL0201: a word of the table in a pattern.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_word_of_pattern.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_word_of_pattern.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
