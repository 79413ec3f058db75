// DAL0828: the list says `ulid`, and the field is a `String`.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "kind_of_another_type.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "kind_of_another_type.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
