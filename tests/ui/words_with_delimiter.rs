// DAL0305: a word that holds the delimiter.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "words_with_delimiter.yaml")]
struct Item {
    tenant_id: String,
    status: String,
}

#[derive(SingleTable)]
#[dal(patterns = "words_with_delimiter.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
