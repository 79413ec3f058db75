// DAL0202: a part of the language that this version does not build.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "latest_of_several.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "latest_of_several.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "latest_of_several.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

fn main() {}
