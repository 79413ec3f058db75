// DAL0202: `unique`, a word of the language that this version does not build.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "unique_not_built.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
    email: String,
}

#[derive(SingleTable)]
#[dal(patterns = "unique_not_built.yaml")]
enum Clinic {
    User(User),
}

fn main() {}
