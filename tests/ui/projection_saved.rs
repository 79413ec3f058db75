// An index result saved as if it were the item.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "projection_saved.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "projection_saved.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    for item in Item::items_by_owner(clinic, "ann").await?.into_items()? {
        item.put(clinic).await?;
    }
    Ok(())
}

fn main() {}
