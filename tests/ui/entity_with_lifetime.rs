// DAL0823: an entity with a lifetime.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "entity_with_lifetime.yaml")]
struct Item<'a> {
    tenant_id: String,
    item_id: &'a str,
}

fn main() {}
