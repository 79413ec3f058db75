//! Game player profiles: six kinds of items in one partition.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, number, text};
use super::run::{Design, Example, Seen, one, seen};

pub struct Players;

impl Design for Players {
    type Table = GamePlayerProfiles;
    const NAME: &'static str = "game-player-profiles";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<GamePlayerProfiles>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Metadata" => row.put::<Metadata, _>(dal).await,
            "Friends" => row.put::<Friends, _>(dal).await,
            "Item" => row.put::<Item, _>(dal).await,
            "Equipment" => row.put::<Equipment, _>(dal).await,
            "Task" => row.put::<Task, _>(dal).await,
            "Activity" => row.put::<Activity, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(
        dal: &Dal<GamePlayerProfiles>,
        pattern: &str,
        params: &Values,
    ) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_player_friends" => seen(Friends::get_player_friends(dal, p("player_id")).await?),
            "get_player_all_profile" => {
                let items =
                    GetPlayerAllProfile::get_player_all_profile(dal, p("player_id")).await?.into_items()?;
                let items = items.into_iter().map(|item| match item {
                    GetPlayerAllProfile::Metadata(item) => one(&item),
                    GetPlayerAllProfile::Friends(item) => one(&item),
                    GetPlayerAllProfile::Item(item) => one(&item),
                    GetPlayerAllProfile::Equipment(item) => one(&item),
                    GetPlayerAllProfile::Task(item) => one(&item),
                    GetPlayerAllProfile::Activity(item) => one(&item),
                });
                items.collect()
            }
            "get_player_all_items" => {
                seen(Item::get_player_all_items(dal, p("player_id")).await?.into_items()?)
            }
            "get_player_specific_item" => {
                let of =
                    ItemGetPlayerSpecificItemParams { player_id: p("player_id"), item_type: p("item_type") };
                seen(Item::get_player_specific_item(dal, of).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<GamePlayerProfiles>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        let n = |name: &str| number(example.params(), name);
        match pattern {
            "update_character_attributes" => {
                let Metadata { player_id, .. } = example.only().value();
                let (amount, least) = (n("amount"), n("min_amount"));
                Metadata::update_character_attributes(dal, player_id, amount, least).await?;
            }
            "update_item_count" => {
                let Item { player_id, item_id, .. } = example.only().value();
                let by = ItemUpdateItemCountParams { incr: n("incr").into() };
                Item::update_item_count(dal, ItemKey { player_id, item_id }, by).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
