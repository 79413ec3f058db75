// DAL0111: ` #` in a template, which YAML reads as a comment.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "hash_cuts_template.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "hash_cuts_template.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
