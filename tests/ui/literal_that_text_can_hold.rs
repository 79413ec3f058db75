// DAL0407: a literal that cannot end the text before it.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "literal_that_text_can_hold.yaml")]
struct Item {
    tenant_id: String,
    kind: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "literal_that_text_can_hold.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
