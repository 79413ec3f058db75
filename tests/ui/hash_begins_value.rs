// DAL0110: a key that begins with `#`, without quotes.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "hash_begins_value.yaml")]
struct Item {
    tenant_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "hash_begins_value.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
