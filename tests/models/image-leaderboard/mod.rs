//! Images by their views: a table without a sort key, and an index sorted by a number that is a field.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, number, text};
use super::run::{Design, Example, Seen, seen};

pub struct Leaderboard;

impl Design for Leaderboard {
    type Table = Images;
    const NAME: &'static str = "image-leaderboard";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<Images>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Image" => row.value::<Image>().put(dal).shard(row.shard()).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<Images>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_image" => seen(Image::get_image(dal, p("image")).await?),
            "top_images" => {
                let n = u32::try_from(number(params, "n")).expect("a limit");
                seen(Image::top_images(dal).limit(n).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(dal: &Dal<Images>, pattern: &str, example: &Example<'_>) -> Result<Option<()>, Error> {
        match pattern {
            "add_image" => {
                let row = example.only();
                row.value::<Image>().put(dal).shard(row.shard()).await?;
            }
            "count_view" => {
                let loaded: Image = example.only().value();
                loaded.patch(dal).set(Image::VIEW_COUNT, example.to::<u64>("ViewCount")).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
