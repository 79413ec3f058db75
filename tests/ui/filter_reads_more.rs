// DAL1010: a pattern reads more than it returns.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "filter_reads_more.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    price: u32,
}

#[derive(SingleTable)]
#[dal(patterns = "filter_reads_more.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
