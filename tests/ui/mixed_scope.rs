// DAL0705: a collection inside and outside tenants.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "mixed_scope.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "mixed_scope.yaml")]
struct Note {
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "mixed_scope.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

#[derive(SingleTable)]
#[dal(patterns = "mixed_scope.yaml")]
enum Overview {
    User(User),
    Note(Note),
}

fn main() {}
