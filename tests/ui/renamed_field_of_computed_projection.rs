// DAL0807: a computed projection of a renamed attribute.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "renamed_field_of_computed_projection.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: String,
    #[serde(rename = "t")]
    title: String,
    created_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "renamed_field_of_computed_projection.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
