// DAL0817: a collection with an entity that its pattern does not read.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_member.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_member.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unknown_member.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_member.yaml")]
enum Clinic {
    User(User),
    Note(Note),
    Item(Item),
}

#[derive(SingleTable)]
#[dal(patterns = "unknown_member.yaml")]
struct Overview {
    users: Vec<User>,
    notes: Vec<Note>,
    items: Vec<Item>,
}

fn main() {}
