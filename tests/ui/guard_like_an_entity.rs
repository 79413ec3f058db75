// DAL0901: guards under the keys of an entity.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "guard_like_an_entity.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    email: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "guard_like_an_entity.yaml")]
struct Email {
    tenant_id: String,
    email: String,
}

#[derive(SingleTable)]
#[dal(patterns = "guard_like_an_entity.yaml")]
enum Clinic {
    Item(Item),
    Email(Email),
}

fn main() {}
