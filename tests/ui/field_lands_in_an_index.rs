// DAL0810: a field that brings items into an index that nothing says they are in.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "field_lands_in_an_index.yaml")]
struct User {
    user_id: String,
    email: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "field_lands_in_an_index.yaml")]
struct Contact {
    contact_id: String,
    email: String,
}

#[derive(SingleTable)]
#[dal(patterns = "field_lands_in_an_index.yaml")]
enum Shop {
    User(User),
    Contact(Contact),
}

fn main() {}
