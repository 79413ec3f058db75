// DAL0828: a newtype in a key that does not derive `SingleTable`.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "newtype_without_derive.yaml")]
struct Item {
    tenant_id: String,
    item_id: ItemId,
}

#[derive(SingleTable)]
#[dal(patterns = "newtype_without_derive.yaml")]
enum Clinic {
    Item(Item),
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct ItemId(String);

fn main() {}
