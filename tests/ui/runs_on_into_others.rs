// DAL0903: a range that runs on into an entity that is not listed.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "runs_on_into_others.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "runs_on_into_others.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "runs_on_into_others.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "runs_on_into_others.yaml")]
enum FromAnItemOn {
    Item(Item),
    User(User),
}

#[derive(SingleTable)]
#[dal(patterns = "runs_on_into_others.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
    User(User),
}

fn main() {}
