// DAL0903: an entity among the keys of a collection that does not list it.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "stranger_in_collection.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "stranger_in_collection.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "stranger_in_collection.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "stranger_in_collection.yaml")]
enum Clinic {
    User(User),
    Note(Note),
    Item(Item),
}

#[derive(SingleTable)]
#[dal(patterns = "stranger_in_collection.yaml")]
enum Overview {
    User(User),
    Note(Note),
}

fn main() {}
