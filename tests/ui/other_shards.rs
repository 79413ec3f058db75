// DAL0620: entities of one query that are spread over other shards.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "other_shards.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    due: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "other_shards.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
    due: String,
}

#[derive(SingleTable)]
#[dal(patterns = "other_shards.yaml")]
enum AllDue {
    Item(Item),
    Note(Note),
}

#[derive(SingleTable)]
#[dal(patterns = "other_shards.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

fn main() {}
