//! Scores, achievements and tournaments: four tables, three of them sorted by numbers that are fields.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Gaming;

impl Design for Gaming {
    type Table = GameTable;
    const NAME: &'static str = "mcp-gaming-leaderboard";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn create(dal: &Dal<GameTable>) -> Result<(), Error> {
        dal.create_table().await?;
        dal.of::<LeaderboardTable>().create_table().await?;
        dal.of::<AchievementTable>().create_table().await?;
        dal.of::<TournamentTable>().create_table().await?;
        Ok(())
    }

    async fn store(dal: &Dal<GameTable>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Game" => row.put::<Game, _>(dal).await,
            "LeaderboardEntry" => row.put::<LeaderboardEntry, _>(&dal.of::<LeaderboardTable>()).await,
            "PlayerAchievement" => row.put::<PlayerAchievement, _>(&dal.of::<AchievementTable>()).await,
            "TournamentEntry" => row.put::<TournamentEntry, _>(&dal.of::<TournamentTable>()).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<GameTable>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_game" => seen(Game::get_game(dal, p("game_id")).await?),
            "list_games" => seen(Game::list_games(dal).await?.into_items()?),
            "get_top_scores" => seen(
                LeaderboardEntry::get_top_scores(&dal.of::<LeaderboardTable>(), p("game_id"))
                    .await?
                    .into_items()?,
            ),
            "get_player_scores" => seen(
                LeaderboardEntry::get_player_scores(&dal.of::<LeaderboardTable>(), p("player_id"))
                    .await?
                    .into_items()?,
            ),
            "get_player_achievements" => seen(
                PlayerAchievement::get_player_achievements(&dal.of::<AchievementTable>(), p("player_id"))
                    .await?
                    .into_items()?,
            ),
            "get_game_achievements" => seen(
                PlayerAchievement::get_game_achievements(&dal.of::<AchievementTable>(), p("game_id"))
                    .await?
                    .into_items()?,
            ),
            "get_tournament_rankings" => seen(
                TournamentEntry::get_tournament_rankings(&dal.of::<TournamentTable>(), p("tournament_id"))
                    .await?
                    .into_items()?,
            ),
            "get_game_by_id" => seen(Game::get_game_by_id(dal, p("game_id")).await?),
            "get_game_with_verification" => seen(Game::get_game_with_verification(dal, p("game_id")).await?),
            _ => return Ok(None),
        }))
    }

    async fn write(dal: &Dal<GameTable>, pattern: &str, example: &Example<'_>) -> Result<Option<()>, Error> {
        match pattern {
            "submit_score" => {
                example.only().put::<LeaderboardEntry, _>(&dal.of::<LeaderboardTable>()).await?;
            }
            "unlock_achievement" => {
                example.only().put::<PlayerAchievement, _>(&dal.of::<AchievementTable>()).await?;
            }
            "update_ranking" => {
                let TournamentEntry { tournament_id, ranking, .. } = example.only().value();
                let update = TournamentEntry::update(
                    &dal.of::<TournamentTable>(),
                    TournamentEntryKey { tournament_id, ranking },
                );
                let update = update.set(TournamentEntry::TOTAL_SCORE, example.to::<u64>("total_score"));
                let update = update.set(TournamentEntry::MATCHES_PLAYED, example.to::<u32>("matches_played"));
                update.set(TournamentEntry::WINS, example.to::<u32>("wins")).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
