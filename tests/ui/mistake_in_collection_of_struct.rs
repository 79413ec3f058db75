// DAL0613: a mistake in the pattern of a collection that is a struct.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "mistake_in_collection_of_struct.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "mistake_in_collection_of_struct.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "mistake_in_collection_of_struct.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

#[derive(SingleTable)]
#[dal(patterns = "mistake_in_collection_of_struct.yaml")]
struct Overview {
    users: Vec<User>,
    notes: Vec<Note>,
}

fn main() {}
