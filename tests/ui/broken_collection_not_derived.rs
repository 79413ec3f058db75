// A collection whose pattern has a mistake, and that nobody derives.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "broken_collection_not_derived.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "broken_collection_not_derived.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "broken_collection_not_derived.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

fn main() {}
