//! A whole domain: the list in `examples/clinic.yaml`, one struct, one table. This is the code of the README.
//!
//! ```sh
//! cargo run --example clinic
//! ```

use chrono::{DateTime, TimeDelta, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "examples/clinic.yaml")] // patterns.yaml at the package's root needs no mention
pub struct Item {
    pub tenant_id: Ulid,
    pub item_id: Ulid,
    pub owner_id: Option<Ulid>, // sparse: an item without owner has no entry in the index
    pub title: String,
    pub created_at: DateTime<Utc>,
}

#[derive(SingleTable)]
#[dal(patterns = "examples/clinic.yaml")]
pub enum Clinic {
    Item(Item),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dal: Dal<Clinic> = Dal::new(dal_local::memory().await?);
    dal.create_table().await?;
    let clinic = dal.tenant(Ulid::generate()); // a Scope: the only way to reach a tenant's items

    let (item_id, owner_id, created_at) = (Ulid::generate(), Ulid::generate(), Utc::now());
    let title = "Renew the insurance".to_owned();
    let item = Item { tenant_id: *clinic.tenant(), item_id, owner_id: Some(owner_id), title, created_at };
    item.create(&clinic).await?; // AlreadyExists, with the stored item, if the key is taken

    let one = Item::get_item(&clinic, item_id).await?; // one GetItem
    let (monday, sunday) = (created_at - TimeDelta::days(3), created_at + TimeDelta::days(3));
    let page = Item::items_by_owner(&clinic, owner_id).range(monday..sunday).limit(20).await?; // one Query
    let next = page.cursor(); // opaque; any other pattern or tenant refuses it

    Item::update(&clinic, ItemKey { item_id })
        .set(Item::TITLE, "Renew the fire insurance")
        .set_group(ItemGsi1Parts { owner_id: None, created_at }) // what feeds an index key, with the key itself
        .await?;

    println!("{:?}: {} of its owner, then {next:?}", one.map(|item| item.title), page.len());
    println!("now {} of its owner", Item::items_by_owner(&clinic, owner_id).await?.len());
    Ok(())
}
