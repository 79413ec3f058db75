// DAL0401: a template without text.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "empty_template.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "empty_template.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
