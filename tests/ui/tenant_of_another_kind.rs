// DAL0306: an entity gives the tenant a kind of its own.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tenant_of_another_kind.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tenant_of_another_kind.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
