// DAL1203: an update that adds to a text.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "sum_of_a_text.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "sum_of_a_text.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
