//! The forum of the Developer Guide: four tables, with names of their own, and keys that are fields.

mod entities;

use dal::Error;
use dal::Transaction;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, number, text};
use super::run::{Design, Example, Seen, seen};

pub struct ForumThreads;

impl Design for ForumThreads {
    type Table = ProductCatalog;
    const NAME: &'static str = "forum-threads";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn create(dal: &Dal<ProductCatalog>) -> Result<(), Error> {
        dal.create_table().await?;
        dal.of::<Forums>().create_table().await?;
        dal.of::<Threads>().create_table().await?;
        dal.of::<Replies>().create_table().await?;
        Ok(())
    }

    async fn store(dal: &Dal<ProductCatalog>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Product" => row.put::<Product, _>(dal).await,
            "Forum" => row.put::<Forum, _>(&dal.of::<Forums>()).await,
            "Thread" => row.put::<Thread, _>(&dal.of::<Threads>()).await,
            "Reply" => row.put::<Reply, _>(&dal.of::<Replies>()).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<ProductCatalog>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_product" => {
                seen(Product::get_product(dal, u32::try_from(number(params, "id")).expect("an id")).await?)
            }
            "get_forum" => seen(Forum::get_forum(&dal.of::<Forums>(), p("name")).await?),
            "get_thread" => seen(
                Thread::get_thread(
                    &dal.of::<Threads>(),
                    ThreadKey { forum_name: p("forum_name"), subject: p("subject") },
                )
                .await?,
            ),
            "threads_of_forum" => {
                seen(Thread::threads_of_forum(&dal.of::<Threads>(), p("forum_name")).await?.into_items()?)
            }
            "threads_starting_with" => {
                let of = ThreadThreadsStartingWithParams {
                    forum_name: p("forum_name"),
                    subject: p("subject_prefix"),
                };
                seen(Thread::threads_starting_with(&dal.of::<Threads>(), of).await?.into_items()?)
            }
            "threads_posted_between" => {
                let query = Thread::threads_posted_between(&dal.of::<Threads>(), p("forum_name"));
                seen(query.range(p("from")..p("to")).await?.into_items()?)
            }
            "replies_of_thread" => seen(
                Reply::replies_of_thread(
                    &dal.of::<Replies>(),
                    ReplyRepliesOfThreadParams { forum_name: p("forum_name"), subject: p("subject") },
                )
                .await?
                .into_items()?,
            ),
            "replies_of_thread_since" => seen(
                Reply::replies_of_thread_since(
                    &dal.of::<Replies>(),
                    ReplyRepliesOfThreadSinceParams { forum_name: p("forum_name"), subject: p("subject") },
                )
                .range(p("since")..)
                .await?
                .into_items()?,
            ),
            "replies_of_thread_by_user" => seen(
                Reply::replies_of_thread(
                    &dal.of::<Replies>(),
                    ReplyRepliesOfThreadParams { forum_name: p("forum_name"), subject: p("subject") },
                )
                .filter(Reply::POSTED_BY.eq(p("user")))
                .await?
                .into_items()?,
            ),
            "first_reply_of_thread" => seen(
                Reply::first_reply_of_thread(
                    &dal.of::<Replies>(),
                    ReplyFirstReplyOfThreadParams { forum_name: p("forum_name"), subject: p("subject") },
                )
                .await?,
            ),
            "latest_reply_of_thread" => seen(
                Reply::latest_reply_of_thread(
                    &dal.of::<Replies>(),
                    ReplyLatestReplyOfThreadParams { forum_name: p("forum_name"), subject: p("subject") },
                )
                .await?,
            ),
            "replies_of_user" => {
                seen(Reply::replies_of_user(&dal.of::<Replies>(), p("posted_by")).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<ProductCatalog>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        match pattern {
            "add_reply" => {
                let reply: Reply = example.row("Reply-3").value();
                let count = Forum::update(&dal.of::<Forums>(), ForumKey { name: reply.forum_name.clone() })
                    .add(Forum::MESSAGES, 1);
                Transaction::new().add(reply.put(&dal.of::<Replies>())).add(count).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
