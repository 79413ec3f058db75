// DAL0101: a colon in a text that is not quoted.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "broken_yaml.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "broken_yaml.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
