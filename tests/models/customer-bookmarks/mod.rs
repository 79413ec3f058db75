//! Customers and their bookmarks: key attributes that are fields, and text that stands in keys as it is.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, one, seen};

pub struct Bookmarks;

impl Design for Bookmarks {
    type Table = CustomerBookmark;
    const NAME: &'static str = "customer-bookmarks";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<CustomerBookmark>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Customer" => row.put::<Customer, _>(dal).await,
            "Bookmark" => row.put::<Bookmark, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(
        dal: &Dal<CustomerBookmark>,
        pattern: &str,
        params: &Values,
    ) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "customer_with_bookmarks" => {
                let page = CustomerWithBookmarks::customer_with_bookmarks(dal, p("customer_id")).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    CustomerWithBookmarks::Customer(item) => one(&item),
                    CustomerWithBookmarks::Bookmark(item) => one(&item),
                });
                items.collect()
            }
            "customer_by_email" => seen(Customer::customer_by_email(dal, p("email")).await?),
            "bookmarks_by_url" => seen(Bookmark::bookmarks_by_url(dal, p("url")).await?.into_items()?),
            "bookmark_by_url_and_customer" => {
                let of =
                    BookmarkBookmarkByUrlAndCustomerParams { url: p("url"), customer_id: p("customer_id") };
                seen(Bookmark::bookmark_by_url_and_customer(dal, of).await?)
            }
            "bookmarks_by_customer_and_folder" => {
                let of = BookmarkBookmarksByCustomerAndFolderParams {
                    customer_id: p("customer_id"),
                    folder: p("folder"),
                };
                seen(Bookmark::bookmarks_by_customer_and_folder(dal, of).await?.into_items()?)
            }
            "bookmarks_of_customer" => {
                seen(Bookmark::bookmarks_of_customer(dal, p("customer_id")).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<CustomerBookmark>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        let (_, _, _) = (dal, pattern, example);
        Ok(None)
    }
}
