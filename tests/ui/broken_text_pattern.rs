// DAL0307: the pattern of a text is not closed.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "broken_text_pattern.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "broken_text_pattern.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
