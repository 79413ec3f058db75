// DAL0802: a template names a field that the struct does not have.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_field.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_field.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
