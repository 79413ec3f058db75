// DAL0302: two files give one field different kinds.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "types_disagree.yaml")]
struct Item {
    tenant_id: String,
    item_id: ulid::Ulid,
}

#[derive(SingleTable)]
#[dal(patterns = "types_disagree.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
