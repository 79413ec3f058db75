use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/mistakes/d27-optional-part-of-the-primary-key/patterns.yaml")]
pub struct Item {
    pub tenant_id: String,
    pub item: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/mistakes/d27-optional-part-of-the-primary-key/patterns.yaml")]
pub enum Shop {
    Item(Item),
}
