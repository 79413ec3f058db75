// DAL0833: a collection that is declared in the list and in Rust, and does not derive `SingleTable`.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_without_derive.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_without_derive.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "collection_without_derive.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

enum Overview {
    User(User),
    Note(Note),
}

fn main() {}
