// DAL0204: a map where a list is wanted.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "wrong_form.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "wrong_form.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
