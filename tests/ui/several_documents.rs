// DAL0105: a second document in the file.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "several_documents.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "several_documents.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
