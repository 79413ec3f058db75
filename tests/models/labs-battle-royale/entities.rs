use dal::prelude::*;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-battle-royale/patterns.yaml")]
pub struct User {
    pub username: String,
    pub name: String,
    pub email: String,
    pub birthdate: String,
    pub address: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-battle-royale/patterns.yaml")]
pub struct Game {
    pub game_id: Uuid,
    pub map: String,
    pub creator: String,
    pub create_time: String,
    pub people: u32,
    pub open_timestamp: Option<String>,
    pub start_time: Option<String>,
    pub end_time: Option<String>,
    pub gold: Option<String>,
    pub silver: Option<String>,
    pub bronze: Option<String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-battle-royale/patterns.yaml")]
pub struct UserGameMapping {
    pub game_id: Uuid,
    pub username: String,
    pub place: Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/labs-battle-royale/patterns.yaml")]
pub enum ViewUsersInGame {
    Game(Game),
    UserGameMapping(UserGameMapping),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/labs-battle-royale/patterns.yaml")]
pub enum BattleRoyale {
    User(User),
    Game(Game),
    UserGameMapping(UserGameMapping),
}
