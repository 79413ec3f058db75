// An attribute that the index does not hold, read from its result.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "field_not_selected.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "field_not_selected.yaml")]
enum Clinic {
    Item(Item),
}

async fn read(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    for item in Item::items_by_owner(clinic, "ann").await?.into_items()? {
        println!("{:?}", item.note);
    }
    Ok(())
}

fn main() {}
