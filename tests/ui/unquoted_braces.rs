// DAL0109: a template that begins with a brace, without quotes.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unquoted_braces.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unquoted_braces.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
