use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-gaming-leaderboard/patterns.yaml")]
pub struct Game {
    pub game_id: String,
    pub title: String,
    pub genre: String,
    pub publisher: String,
    pub release_date: String,
    pub max_players: u32,
    pub is_active: bool,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-gaming-leaderboard/patterns.yaml")]
pub struct LeaderboardEntry {
    pub game_id: String,
    pub score: u64,
    pub player_id: String,
    pub player_name: String,
    pub achieved_at: String,
    pub level_reached: u32,
    pub play_duration_seconds: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-gaming-leaderboard/patterns.yaml")]
pub struct PlayerAchievement {
    pub player_id: String,
    pub achievement_id: String,
    pub game_id: String,
    pub points: u32,
    pub achievement_name: String,
    pub description: String,
    pub rarity: String,
    pub unlocked_at: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-gaming-leaderboard/patterns.yaml")]
pub struct TournamentEntry {
    pub tournament_id: String,
    pub ranking: u32,
    pub player_id: String,
    pub player_name: String,
    pub total_score: u64,
    pub matches_played: u32,
    pub wins: u32,
    pub prize_amount: f64,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-gaming-leaderboard/patterns.yaml")]
pub enum GameTable {
    Game(Game),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-gaming-leaderboard/patterns.yaml")]
pub enum LeaderboardTable {
    LeaderboardEntry(LeaderboardEntry),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-gaming-leaderboard/patterns.yaml")]
pub enum AchievementTable {
    PlayerAchievement(PlayerAchievement),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-gaming-leaderboard/patterns.yaml")]
pub enum TournamentTable {
    TournamentEntry(TournamentEntry),
}
