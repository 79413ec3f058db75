// DAL0205: an order that the language does not have.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "wrong_order.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "wrong_order.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
