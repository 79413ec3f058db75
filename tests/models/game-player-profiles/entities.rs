use dal::prelude::*;
use serde::{Deserialize, Deserializer, Serialize};

/// A number that was published as text: it is read as either, and written as what DynamoDB can add to.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Published {
        Number(u64),
        Text(String),
    }
    match Published::deserialize(deserializer)? {
        Published::Number(number) => Ok(number),
        Published::Text(text) => text.parse().map_err(serde::de::Error::custom),
    }
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/game-player-profiles/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Metadata {
    #[serde(rename = "player_id")]
    pub player_id: String,
    pub nickname: String,
    pub email: String,
    pub gender: String,
    pub avatar: String,
    #[serde(deserialize_with = "number")]
    pub currency: u64,
    pub player_level: String,
    pub player_health: String,
    pub player_experience: String,
    pub created_at: String,
    pub updated_at: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/game-player-profiles/patterns.yaml")]
pub struct Friends {
    pub player_id: String,
    #[serde(rename = "FriendList")]
    pub friend_list: Vec<serde_json::Value>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/game-player-profiles/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Item {
    #[serde(rename = "player_id")]
    pub player_id: String,
    #[serde(rename = "item_id")]
    pub item_id: String,
    pub item_name: String,
    pub item_type: String,
    #[serde(deserialize_with = "number")]
    pub item_count: u64,
    pub item_attributes: serde_json::Value,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/game-player-profiles/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Equipment {
    #[serde(rename = "player_id")]
    pub player_id: String,
    #[serde(rename = "equipment_id")]
    pub equipment_id: String,
    pub equipment_name: String,
    pub equipment_type: String,
    pub equipment_attributes: serde_json::Value,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/game-player-profiles/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Task {
    #[serde(rename = "player_id")]
    pub player_id: String,
    #[serde(rename = "task_id")]
    pub task_id: String,
    pub task_name: String,
    pub task_description: String,
    pub task_status: String,
    pub task_reward: serde_json::Value,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/game-player-profiles/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Activity {
    #[serde(rename = "player_id")]
    pub player_id: String,
    #[serde(rename = "activity_id")]
    pub activity_id: String,
    pub activity_name: String,
    pub activity_type: String,
    pub activity_start_time: String,
    pub activity_end_time: String,
    pub activity_reward: serde_json::Value,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/game-player-profiles/patterns.yaml")]
pub enum GetPlayerAllProfile {
    Metadata(Metadata),
    Friends(Friends),
    Item(Item),
    Equipment(Equipment),
    Task(Task),
    Activity(Activity),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/game-player-profiles/patterns.yaml")]
pub enum GamePlayerProfiles {
    Metadata(Metadata),
    Friends(Friends),
    Item(Item),
    Equipment(Equipment),
    Task(Task),
    Activity(Activity),
}
