//! A game of fifty players: an index over fields, in which only open games are, and an inverted index.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;
use uuid::Uuid;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, one, seen};

pub struct Royale;

impl Design for Royale {
    type Table = BattleRoyale;
    const NAME: &'static str = "labs-battle-royale";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<BattleRoyale>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "User" => row.put::<User, _>(dal).await,
            "Game" => row.put::<Game, _>(dal).await,
            "UserGameMapping" => row.put::<UserGameMapping, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<BattleRoyale>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_user_profile" => seen(User::get_user_profile(dal, p("username")).await?),
            "find_open_games_by_map" => {
                seen(Game::find_open_games_by_map(dal, p("map")).await?.into_items()?)
            }
            "find_open_games" => seen(Game::find_open_games(dal).await?.into_items()?),
            "view_game" => seen(Game::view_game(dal, id(params)).await?),
            "view_users_in_game" => {
                let page = ViewUsersInGame::view_users_in_game(dal, id(params)).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    ViewUsersInGame::Game(item) => one(&item),
                    ViewUsersInGame::UserGameMapping(item) => one(&item),
                });
                items.collect()
            }
            "find_past_games_for_user" => {
                seen(UserGameMapping::find_past_games_for_user(dal, p("username")).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<BattleRoyale>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        match pattern {
            "create_user_profile" => {
                example.only().create::<User, _>(dal).await?;
            }
            "update_user_profile" => {
                let User { username, .. } = example.only().value();
                User::update(dal, UserKey { username })
                    .set(User::EMAIL, example.to::<String>("email"))
                    .await?;
            }
            "create_game" => {
                example.only().put::<Game, _>(dal).await?;
            }
            "join_game_for_user" => {
                let mapping: UserGameMapping = example.row("UserGameMapping-4").value();
                BattleRoyale::join_game_for_user(dal, &mapping).await?;
            }
            "start_game" => {
                let Game { game_id, map, .. } = example.only().value();
                let p = |name: &str| text(example.params(), name).to_owned();
                let params = GameStartGameParams {
                    start_time: p("start_time"),
                    map,
                    requesting_user: p("requesting_user"),
                };
                Game::start_game(dal, game_id, params).await?;
            }
            "update_game_for_user" => {
                let UserGameMapping { game_id, username, .. } = example.only().value();
                UserGameMapping::update(dal, UserGameMappingKey { game_id, username })
                    .set(UserGameMapping::PLACE, example.to::<String>("place"))
                    .await?;
            }
            "update_game" => {
                let Game { game_id, .. } = example.only().value();
                Game::update(dal, GameKey { game_id })
                    .set(Game::END_TIME, example.to::<String>("end_time"))
                    .await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

fn id(params: &Values) -> Uuid {
    text(params, "game_id").parse().expect("a uuid")
}
