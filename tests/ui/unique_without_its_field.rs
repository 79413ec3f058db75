// DAL1105: a unique key of another field.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unique_without_its_field.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    email: String,
    mail: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unique_without_its_field.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
