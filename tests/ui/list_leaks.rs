// DAL0902: a list that reads another entity too.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "list_leaks.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "list_leaks.yaml")]
struct Note {
    tenant_id: String,
    item_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "list_leaks.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

fn main() {}
