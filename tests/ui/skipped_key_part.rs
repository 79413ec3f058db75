// DAL0808: serde skips a part of a key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "skipped_key_part.yaml")]
struct Item {
    tenant_id: String,
    #[serde(skip)]
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "skipped_key_part.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
