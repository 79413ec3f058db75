use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/mistakes/b5-filter-on-what-is-not-projected/patterns.yaml")]
pub struct Item {
    pub tenant_id: String,
    pub item_id: ulid::Ulid,
    pub owner: String,
    pub status: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/mistakes/b5-filter-on-what-is-not-projected/patterns.yaml")]
pub enum Shop {
    Item(Item),
}
