// DAL0602: a pattern with two verbs.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "two_verbs.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "two_verbs.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
