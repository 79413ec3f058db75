// DAL0840: a filter asks for a field that the struct does not have.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "filter_of_unknown_field.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    status: String,
}

#[derive(SingleTable)]
#[dal(patterns = "filter_of_unknown_field.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
