// DAL0811: `when:` asks for the presence of a field that is always there.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "presence_of_required_field.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "presence_of_required_field.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
