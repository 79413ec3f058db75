// DAL1203: an update that sets a part of the primary key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "write_of_the_primary_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "write_of_the_primary_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
