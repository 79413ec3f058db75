// A batch of keys of which one lacks a part: it names no item.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "batch_get_with_half_a_key.yaml")]
struct Item {
    tenant_id: String,
    folder_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "batch_get_with_half_a_key.yaml")]
enum Clinic {
    Item(Item),
}

async fn read(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    let whole = ItemKey { folder_id: "1".to_owned(), item_id: "1".to_owned() };
    let half = ItemKey { folder_id: "1".to_owned() };
    Item::batch_get(clinic, [whole, half]).await?.into_items()?;
    Ok(())
}

fn main() {}
