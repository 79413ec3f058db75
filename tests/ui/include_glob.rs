// DAL0116: `include:` with a pattern of files.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "include_glob.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "include_glob.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
