// An update without what an index by the time of the last write needs.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "update_without_the_group_of_its_time.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    seen_at: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "update_without_the_group_of_its_time.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    let key = ItemKey { item_id: "1".to_owned() };
    Item::update(clinic, key).set(Item::TITLE, "a").await?;
    Ok(())
}

fn main() {}
