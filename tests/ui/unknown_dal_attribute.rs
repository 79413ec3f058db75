// DAL0826: a misspelt word of `#[dal(…)]`.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_dal_attribute.yaml", crat = dal)]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_dal_attribute.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
