// DAL0617: `as:` renames what is no parameter.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "rename_of_no_parameter.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "rename_of_no_parameter.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
