// DAL0104: an anchor and an alias.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "anchor_and_alias.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "anchor_and_alias.yaml")]
struct Note {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "anchor_and_alias.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

fn main() {}
