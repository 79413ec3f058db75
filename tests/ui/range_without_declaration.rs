// `.range()` on a pattern that declares none.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "range_without_declaration.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "range_without_declaration.yaml")]
enum Clinic {
    Item(Item),
}

async fn read(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    Item::items_by_owner(clinic, "ann").range(1..5).await?;
    Ok(())
}

fn main() {}
