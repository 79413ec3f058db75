// A newtype in a key that lacks derives of the standard library.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "newtype_without_clone.yaml")]
struct Item {
    tenant_id: String,
    item_id: ItemId,
}

#[derive(SingleTable)]
#[dal(patterns = "newtype_without_clone.yaml")]
enum Clinic {
    Item(Item),
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "newtype_without_clone.yaml")]
struct ItemId(String);

fn main() {}
