// DAL0620: a collection of entities in different partitions.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_apart.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_apart.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "collection_apart.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

#[derive(SingleTable)]
#[dal(patterns = "collection_apart.yaml")]
enum Overview {
    User(User),
    Note(Note),
}

fn main() {}
