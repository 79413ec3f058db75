// `.set()` of an attribute that is unique.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "set_of_unique_attribute.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    email: String,
}

#[derive(SingleTable)]
#[dal(patterns = "set_of_unique_attribute.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    let key = ItemKey { item_id: "1".to_owned() };
    Item::update(clinic, key).set(Item::EMAIL, "a@b.example").await?;
    Ok(())
}

fn main() {}
