// A filter, and a change, by what is no attribute of the entity.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "filter_of_another_entity.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "filter_of_another_entity.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>, item: Item, other: dal::Condition<Clinic>) -> Result<(), dal::Error> {
    let _ = Item::list_items(clinic).filter(other);
    let _ = item.patch(clinic).set("title", "x");
    Ok(())
}

fn main() {}
