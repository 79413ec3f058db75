// A delete by key that does not say what becomes of the version.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "delete_without_a_version.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    rev: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "delete_without_a_version.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    let key = ItemKey { item_id: "1".to_owned() };
    Item::delete(clinic, key).await?;
    Ok(())
}

fn main() {}
