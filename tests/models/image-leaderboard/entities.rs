use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/image-leaderboard/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Image {
    pub image: String,
    pub view_count: u64,
    pub data: serde_json::Value,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/image-leaderboard/patterns.yaml")]
pub enum Images {
    Image(Image),
}
