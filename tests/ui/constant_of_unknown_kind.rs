// DAL0841: a constant of a type whose kind the list does not know.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "constant_of_unknown_kind.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    status: Status,
}

#[derive(SingleTable)]
#[dal(patterns = "constant_of_unknown_kind.yaml")]
enum Clinic {
    Item(Item),
}

#[derive(Serialize, Deserialize)]
enum Status {
    Open,
    Closed,
}

fn main() {}
