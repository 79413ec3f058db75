// DAL0620: a range over one entity of several, which does not say that it runs on.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "range_over_others.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "range_over_others.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "range_over_others.yaml")]
enum FromAnItemOn {
    Item(Item),
    Note(Note),
}

#[derive(SingleTable)]
#[dal(patterns = "range_over_others.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

fn main() {}
