// `version:` in writes that cannot have it, and with a word that it does not know.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "version_in_a_write.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    rev: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "version_in_a_write.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
    text: String,
}

#[derive(SingleTable)]
#[dal(patterns = "version_in_a_write.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

fn main() {}
