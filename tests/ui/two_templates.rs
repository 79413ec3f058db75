// DAL0511: one key attribute, two templates.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "two_templates.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "two_templates.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
