// Conditions and changes that the type of an attribute does not allow.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "condition_of_another_type.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "condition_of_another_type.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>, item: Item) -> Result<(), dal::Error> {
    let _ = Item::CREATED_AT.begins_with("2");
    let _ = Item::CREATED_AT.contains("2");
    let _ = Item::CREATED_AT.size().gt(2);
    let key = ItemKey { item_id: "1".to_owned() };
    Item::update(clinic, key).add(Item::TITLE, 1).append(Item::TITLE, ["x"]).await?;
    drop(item);
    Ok(())
}

fn main() {}
