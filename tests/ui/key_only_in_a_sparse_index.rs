// DAL0836: a value that lives in the key of an index which an item can lack.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "key_only_in_a_sparse_index.yaml")]
struct Item {
    item_id: String,
    owner_id: Option<String>,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "key_only_in_a_sparse_index.yaml")]
enum Shop {
    Item(Item),
}

fn main() {}
