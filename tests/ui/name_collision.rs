// DAL0211: an entity named like a generated type.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "name_collision.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "name_collision.yaml")]
enum Clinic {
    Item(Item),
    ItemKey(keys::ItemKey),
}

mod keys {
    use super::*;

    #[derive(SingleTable, Serialize, Deserialize)]
    #[dal(patterns = "name_collision.yaml")]
    pub struct ItemKey {
        tenant_id: String,
        item_id: String,
    }
}

fn main() {}
