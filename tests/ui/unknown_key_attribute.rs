// DAL0510: `keys` names an attribute that is no key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_key_attribute.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_key_attribute.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
