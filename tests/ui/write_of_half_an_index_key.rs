// DAL1204: an update that sets one of two fields which an index key is made of.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "write_of_half_an_index_key.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    due: String,
}

#[derive(SingleTable)]
#[dal(patterns = "write_of_half_an_index_key.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
