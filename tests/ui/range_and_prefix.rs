// DAL0625: a pattern with a range and a beginning.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "range_and_prefix.yaml")]
struct User {
    tenant_id: String,
    name: String,
    user_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "range_and_prefix.yaml")]
enum Clinic {
    User(User),
}

fn main() {}
