// A whole table where one tenant of it is wanted.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "dal_for_a_scope.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "dal_for_a_scope.yaml")]
enum Clinic {
    Item(Item),
}

async fn read(dal: &Dal<Clinic>) -> Result<(), dal::Error> {
    Item::get_item(dal, "1").await?;
    Ok(())
}

fn main() {}
