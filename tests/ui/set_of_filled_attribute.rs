// `.set()` of an attribute that dal fills.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "set_of_filled_attribute.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    rev: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "set_of_filled_attribute.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    let key = ItemKey { item_id: "1".to_owned() };
    Item::update(clinic, key).any_version().set(Item::REV, 7_u64).await?;
    Ok(())
}

fn main() {}
