// DAL0112: the file is no text.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "not_utf8.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "not_utf8.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
