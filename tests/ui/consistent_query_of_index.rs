// `.consistent()` on a query of a global secondary index.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "consistent_query_of_index.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "consistent_query_of_index.yaml")]
enum Clinic {
    Item(Item),
}

async fn read(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    Item::items_by_owner(clinic, "ann").consistent().await?;
    Ok(())
}

fn main() {}
