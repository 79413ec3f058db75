// DAL0202: `get` of several entities, which this version does not build.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "batch_get_not_built.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "batch_get_not_built.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "batch_get_not_built.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

fn main() {}
