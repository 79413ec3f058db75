// DAL0833: an entity of the list that does not derive `SingleTable`.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "entity_not_derived.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(Serialize, Deserialize)]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "entity_not_derived.yaml")]
enum Clinic {
    User(User),
    Note(Note),
}

fn main() {}
