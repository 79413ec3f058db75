// A collection that the list declares and nobody derives.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_not_derived.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_not_derived.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "collection_not_derived.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

fn main() {}
