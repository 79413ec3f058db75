// DAL0815: a variant that holds another entity.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "variant_of_another_entity.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "variant_of_another_entity.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "variant_of_another_entity.yaml")]
enum Clinic {
    Item(Item),
    Note(Item),
}

fn main() {}
