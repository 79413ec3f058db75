// DAL0118: a comma in prose between braces, without quotes.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "comma_cuts_text.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "comma_cuts_text.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
