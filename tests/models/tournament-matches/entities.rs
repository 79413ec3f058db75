use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/tournament-matches/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct Match {
    pub match_id: String,
    pub tournament_id: String,
    pub region: String,
    pub round: String,
    pub bracket: String,
    #[serde(rename = "player1Id")]
    pub player1_id: String,
    pub match_date: String,
    #[serde(rename = "player2Id")]
    pub player2_id: String,
    pub winner: String,
    pub score: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/tournament-matches/patterns.yaml")]
pub enum TournamentMatches {
    Match(Match),
}
