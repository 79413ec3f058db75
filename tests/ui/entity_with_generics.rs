// DAL0823: an entity with a type parameter.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "entity_with_generics.yaml")]
struct Item<B> {
    tenant_id: String,
    item_id: String,
    body: B,
}

#[derive(SingleTable)]
#[dal(patterns = "entity_with_generics.yaml")]
enum Clinic {
    Item(Item<String>),
}

fn main() {}
