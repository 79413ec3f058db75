// DAL1004: an entity in an index where no pattern reads it.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unread_entry.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
    created_at: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unread_entry.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unread_entry.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

fn main() {}
