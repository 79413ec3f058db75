// DAL1011: two patterns read the same.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "two_names_for_one_read.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "two_names_for_one_read.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
