// DAL0828: the list says `u64`, and the newtype holds a `String`.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "newtype_of_another_kind.yaml")]
struct Item {
    tenant_id: String,
    item_id: ItemId,
}

#[derive(SingleTable)]
#[dal(patterns = "newtype_of_another_kind.yaml")]
enum Clinic {
    Item(Item),
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "newtype_of_another_kind.yaml")]
struct ItemId(String);

fn main() {}
