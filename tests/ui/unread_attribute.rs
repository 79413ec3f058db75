// DAL1003: a projected attribute that no pattern selects.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unread_attribute.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
    note: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unread_attribute.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
