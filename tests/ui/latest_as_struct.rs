// DAL0820: `latest` gives one item, and a struct has room for several.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "latest_as_struct.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "latest_as_struct.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "latest_as_struct.yaml")]
struct Newest {
    item: Option<Item>,
    note: Option<Note>,
}

#[derive(SingleTable)]
#[dal(patterns = "latest_as_struct.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

fn main() {}
