// DAL0825: serde writes a field under another name than it reads.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "renamed_in_one_direction.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    #[serde(rename(serialize = "t", deserialize = "title"))]
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "renamed_in_one_direction.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
