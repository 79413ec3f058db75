// A version asked of an entity that has none.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "version_that_is_not_there.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "version_that_is_not_there.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    let key = ItemKey { item_id: "1".to_owned() };
    Item::update(clinic, key).set(Item::TITLE, "a").expect_version(3).await?;
    Ok(())
}

fn main() {}
