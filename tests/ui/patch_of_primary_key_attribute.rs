// `.patch()` of an attribute of the primary key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "patch_of_primary_key_attribute.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "patch_of_primary_key_attribute.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>, item: Item) -> Result<(), dal::Error> {
    item.patch(clinic).set(Item::ITEM_ID, "2").await?;
    Ok(())
}

fn main() {}
