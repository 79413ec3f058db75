// DAL0621: keys of a collection that share no beginning with an end.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_unbounded.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_unbounded.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "collection_unbounded.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

#[derive(SingleTable)]
#[dal(patterns = "collection_unbounded.yaml")]
enum Overview {
    User(User),
    Note(Note),
}

fn main() {}
