// An update by key that does not say which version it expects.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "update_without_a_version.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    title: String,
    rev: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "update_without_a_version.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    let key = ItemKey { item_id: "1".to_owned() };
    Item::update(clinic, key).set(Item::TITLE, "a").await?;
    Ok(())
}

fn main() {}
