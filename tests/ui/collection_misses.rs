// DAL0906: a collection that binds one value where a member has two.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_misses.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "collection_misses.yaml")]
struct Card {
    tenant_id: String,
    owner_id: String,
    friend_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "collection_misses.yaml")]
enum Clinic {
    User(User),
    Card(Card),
}

#[derive(SingleTable)]
#[dal(patterns = "collection_misses.yaml")]
enum Cards {
    User(User),
    Card(Card),
}

fn main() {}
