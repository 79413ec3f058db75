// DAL0827: `display` on an entity, and `collections` on a collection.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "misplaced_dal_attribute.yaml", display)]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "misplaced_dal_attribute.yaml")]
struct Note {
    tenant_id: String,
    user_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "misplaced_dal_attribute.yaml", collections(Overview))]
enum Overview {
    User(User),
    Note(Note),
}

#[derive(SingleTable)]
#[dal(patterns = "misplaced_dal_attribute.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

fn main() {}
