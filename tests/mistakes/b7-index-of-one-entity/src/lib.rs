use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/mistakes/b7-index-of-one-entity/patterns.yaml")]
pub struct Item {
    pub tenant_id: String,
    pub item_id: ulid::Ulid,
    pub owner: Option<String>,
    pub at: chrono::DateTime<chrono::Utc>,
    pub title: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/mistakes/b7-index-of-one-entity/patterns.yaml")]
pub struct Note {
    pub tenant_id: String,
    pub note_id: ulid::Ulid,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/mistakes/b7-index-of-one-entity/patterns.yaml")]
pub enum Shop {
    Item(Item),
    Note(Note),
}
