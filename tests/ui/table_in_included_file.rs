// DAL0207: an included file that describes a table.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "table_in_included_file.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "table_in_included_file.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
