//! The first item with dal, from a canned answer.

mod canned;

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
        let (tenant_id, item_id) =
            (Ulid(0x0019_30bb_e411_07f9_f3a8_45c4_e916_501d), Ulid(0x0019_30bb_e46b_ffd1_7464_70bc_af3f_5e5d));
        let dal: Dal<Clinic> = Dal::new(canned::client(include_str!("answer.json").to_owned()));
        let clinic = dal.tenant(tenant_id);
        let item = Item::get_item(&clinic, item_id).await?.ok_or("there is no item")?;
        println!("{} {}", item.title, item.rank);
        Ok(())
    })
}
