// DAL0816: a collection lacks an entity of its pattern.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_member.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "missing_member.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_member.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

#[derive(SingleTable)]
#[dal(patterns = "missing_member.yaml")]
enum Overview {
    User(User),
}

fn main() {}
