// DAL0832: an entity without serde.
use dal::prelude::*;

#[derive(SingleTable)]
#[dal(patterns = "missing_serde_derives.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "missing_serde_derives.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
