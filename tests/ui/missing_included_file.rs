// DAL0112: an included file is not there.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_included_file.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_included_file.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
