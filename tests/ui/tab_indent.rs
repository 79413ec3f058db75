// DAL0108: a line indented by a tab.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tab_indent.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tab_indent.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
