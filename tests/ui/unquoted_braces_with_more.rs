// DAL0109: a template that begins with a brace and goes on, without quotes.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unquoted_braces_with_more.yaml")]
struct Item {
    tenant_id: String,
    kind: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unquoted_braces_with_more.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
