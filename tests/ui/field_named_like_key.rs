// DAL0810: a field stored under the name of a key attribute.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "field_named_like_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    #[serde(rename = "SK")]
    sketch: String,
}

#[derive(SingleTable)]
#[dal(patterns = "field_named_like_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
