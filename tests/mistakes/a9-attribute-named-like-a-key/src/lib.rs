use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/mistakes/a9-attribute-named-like-a-key/patterns.yaml")]
pub struct Tag {
    pub tenant_id: String,
    #[serde(rename = "SK")]
    pub name: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/mistakes/a9-attribute-named-like-a-key/patterns.yaml")]
pub enum Shop {
    Tag(Tag),
}
