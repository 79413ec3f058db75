//! A social network in which all that belongs to a user lies in one partition, under a key attribute that is a field.

mod entities;

use std::ops::Bound;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, one, seen};

pub struct SocialNetwork;

impl Design for SocialNetwork {
    type Table = SocialMedia;
    const NAME: &'static str = "mcp-social-media";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<SocialMedia>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Comment" => row.put::<Comment, _>(dal).await,
            "Follow" => row.put::<Follow, _>(dal).await,
            "Like" => row.put::<Like, _>(dal).await,
            "Post" => row.put::<Post, _>(dal).await,
            "UserProfile" => row.put::<UserProfile, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<SocialMedia>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_user_profile" => seen(UserProfile::get_user_profile(dal, p("user_id")).await?),
            "get_user_posts" => seen(Post::get_user_posts(dal, p("user_id")).await?.into_items()?),
            "get_post_comments" => seen(
                Comment::get_post_comments(
                    dal,
                    CommentGetPostCommentsParams { user_id: p("user_id"), post_id: p("post_id") },
                )
                .await?
                .into_items()?,
            ),
            "get_user_profile_and_posts" => {
                let page = GetUserProfileAndPosts::get_user_profile_and_posts(dal, p("user_id")).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    GetUserProfileAndPosts::UserProfile(item) => one(&item),
                    GetUserProfileAndPosts::Post(item) => one(&item),
                    GetUserProfileAndPosts::Comment(item) => one(&item),
                    GetUserProfileAndPosts::Like(item) => one(&item),
                    GetUserProfileAndPosts::Follow(item) => one(&item),
                });
                items.collect()
            }
            "get_post_likes" => seen(
                Like::get_post_likes(
                    dal,
                    LikeGetPostLikesParams { user_id: p("user_id"), post_id: p("post_id") },
                )
                .await?
                .into_items()?,
            ),
            "get_user_followers" => {
                seen(Follow::get_user_followers(dal, p("target_user_id")).await?.into_items()?)
            }
            "get_user_following" => seen(Follow::get_user_following(dal, p("user_id")).await?.into_items()?),
            "get_user_posts_by_prefix" => seen(
                Post::get_user_posts_by_prefix(
                    dal,
                    PostGetUserPostsByPrefixParams { user_id: p("user_id"), post_id: p("post_id_prefix") },
                )
                .await?
                .into_items()?,
            ),
            "get_likes_after_prefix" => {
                // Published as the text of a whole key: the post, and the user behind whom to begin.
                let part = |at: usize| p("like_prefix").split('#').nth(at).expect("a part").to_owned();
                let behind = (Bound::Excluded(part(2)), Bound::Unbounded);
                let query = GetLikesAfterPrefix::get_likes_after_prefix(dal, p("user_id"), part(1));
                let items = query.range(behind).await?.into_items()?.into_iter().map(|item| match item {
                    GetLikesAfterPrefix::Like(item) => one(&item),
                    GetLikesAfterPrefix::Post(item) => one(&item),
                    GetLikesAfterPrefix::UserProfile(item) => one(&item),
                });
                items.collect()
            }
            "get_comments_for_post_range" => {
                // Published as texts of whole keys: the post, and the bounds of the comment.
                let part =
                    |name: &str, at: usize| text(params, name).split('#').nth(at).expect("a part").to_owned();
                let of = CommentGetCommentsForPostRangeParams {
                    user_id: p("user_id"),
                    post_id: part("start_comment_prefix", 1),
                };
                let range = part("start_comment_prefix", 2)..=part("end_comment_prefix", 2);
                seen(Comment::get_comments_for_post_range(dal, of).range(range).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<SocialMedia>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        match pattern {
            "create_post" => {
                example.only().create::<Post, _>(dal).await?;
            }
            "delete_post" => {
                let Post { user_id, post_id, .. } = example.only().value();
                Post::delete(dal, PostKey { user_id, post_id }).await?;
            }
            "like_post" => {
                example.only().put::<Like, _>(dal).await?;
            }
            "unlike_post" => {
                let Like { user_id, post_id, liker_user_id, .. } = example.only().value();
                Like::delete(dal, LikeKey { user_id, post_id, liker_user_id }).await?;
            }
            "add_comment" => {
                example.only().put::<Comment, _>(dal).await?;
            }
            "follow_user" => {
                example.only().put::<Follow, _>(dal).await?;
            }
            "unfollow_user" => {
                let Follow { user_id, follower_id, .. } = example.only().value();
                Follow::delete(dal, FollowKey { user_id, follower_id }).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
