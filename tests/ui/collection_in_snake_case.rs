// DAL0209: a collection that is not named like a type.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_in_snake_case.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_in_snake_case.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "collection_in_snake_case.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

fn main() {}
