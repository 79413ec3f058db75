//! Social network: followers, posts, likes and precomputed timelines; the kind of an item ends its partition key.

#[allow(clippy::upper_case_acronyms, reason = "the published name of the table")]
mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, one, seen};

pub struct Network;

impl Design for Network {
    type Table = SNS;
    const NAME: &'static str = "social-network";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<SNS>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "UserInfo" => row.put::<UserInfo, _>(dal).await,
            "UserCount" => row.put::<UserCount, _>(dal).await,
            "Follower" => row.put::<Follower, _>(dal).await,
            "Following" => row.put::<Following, _>(dal).await,
            "Post" => row.put::<Post, _>(dal).await,
            "PostLike" => row.put::<PostLike, _>(dal).await,
            "PostLikeCount" => row.put::<PostLikeCount, _>(dal).await,
            "TimelineEntry" => row.put::<TimelineEntry, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<SNS>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_user_info_by_user_id" => {
                let page = GetUserInfoByUserId::get_user_info_by_user_id(dal, p("user_id")).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    GetUserInfoByUserId::UserInfo(item) => one(&item),
                    GetUserInfoByUserId::UserCount(item) => one(&item),
                });
                items.collect()
            }
            "get_follower_list_by_user_id" => {
                seen(Follower::get_follower_list_by_user_id(dal, p("user_id")).await?.into_items()?)
            }
            "get_following_list_by_user_id" => {
                seen(Following::get_following_list_by_user_id(dal, p("user_id")).await?.into_items()?)
            }
            "get_post_list_by_user_id" => {
                seen(Post::get_post_list_by_user_id(dal, p("user_id")).await?.into_items()?)
            }
            "get_user_likes_by_post_id" => {
                seen(PostLike::get_user_likes_by_post_id(dal, p("post_id")).await?.into_items()?)
            }
            "get_like_count_by_post_id" => {
                seen(PostLikeCount::get_like_count_by_post_id(dal, p("post_id")).await?)
            }
            "get_timeline_by_user_id" => {
                seen(TimelineEntry::get_timeline_by_user_id(dal, p("user_id")).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(_: &Dal<SNS>, _: &str, _: &Example<'_>) -> Result<Option<()>, Error> {
        Ok(None)
    }
}
