// DAL0203: an entity that does not say which of the tables it is in.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "entity_without_its_table.yaml")]
struct Deal {
    deal_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "entity_without_its_table.yaml")]
struct User {
    user_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "entity_without_its_table.yaml")]
enum Deals {
    Deal(Deal),
}

#[derive(SingleTable)]
#[dal(patterns = "entity_without_its_table.yaml")]
enum Users {
    User(User),
}

fn main() {}
