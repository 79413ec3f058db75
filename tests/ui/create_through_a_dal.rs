// A write inside a tenant through the whole table.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "create_through_a_dal.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "create_through_a_dal.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(dal: &Dal<Clinic>, item: Item) -> Result<(), dal::Error> {
    item.create(dal).await?;
    Ok(())
}

fn main() {}
