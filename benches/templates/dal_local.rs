//! The first item with dal, from the embedded engine.

use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

#[derive(SingleTable, Serialize, Deserialize)]
pub struct Item {
    pub tenant_id: Ulid,
    pub item_id: Ulid,
    pub title: String,
    pub rank: u64,
}

#[derive(SingleTable)]
pub enum Clinic {
    Item(Item),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(async {
        let dal: Dal<Clinic> = Dal::new(dal_local::memory().await?);
        dal.create_table().await?;
        let (tenant_id, item_id) = (Ulid(1 << 100), Ulid(1 << 101));
        let clinic = dal.tenant(tenant_id);
        Item { tenant_id, item_id, title: "Renew the insurance".to_owned(), rank: 7 }.create(&clinic).await?;
        let item = Item::get_item(&clinic, item_id).await?.ok_or("there is no item")?;
        println!("{} {}", item.title, item.rank);
        Ok(())
    })
}
