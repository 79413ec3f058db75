//! Big Time Deals: partitions of a day, names folded in keys, an index that only unread messages are in.

mod entities;

use std::ops::Bound;

use chrono::{NaiveDate, NaiveTime};
use dal::Error;
use dal::prelude::*;
use entities::*;
use serde_json::Value;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Deals;

impl Design for Deals {
    type Table = BigTimeDeals;
    const NAME: &'static str = "book-big-time-deals";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<BigTimeDeals>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Deal" => row.put::<Deal, _>(dal).await,
            "Brand" => row.put::<Brand, _>(dal).await,
            "Brands" => row.put::<Brands, _>(dal).await,
            "BrandLike" => row.put::<BrandLike, _>(dal).await,
            "BrandWatch" => row.put::<BrandWatch, _>(dal).await,
            "Category" => row.put::<Category, _>(dal).await,
            "CategoryLike" => row.put::<CategoryLike, _>(dal).await,
            "CategoryWatch" => row.put::<CategoryWatch, _>(dal).await,
            "FrontPage" => row.put::<FrontPage, _>(dal).await,
            "EditorsChoice" => row.put::<EditorsChoice, _>(dal).await,
            "User" => row.put::<User, _>(dal).await,
            "Message" => row.put::<Message, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<BigTimeDeals>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        let day =
            |name: &str| p(name).parse::<NaiveDate>().expect("a day").and_time(NaiveTime::MIN).and_utc();
        Ok(Some(match pattern {
            "get_deal" => seen(Deal::get_deal(dal, p("deal_id")).await?),
            "deals_by_date" => {
                seen(Deal::deals_by_date(dal, day("day")).range(..p("last_seen")).await?.into_items()?)
            }
            "deals_by_date_first_page" => {
                seen(Deal::deals_by_date_first_page(dal, day("day")).await?.into_items()?)
            }
            "brand_deals_by_date" => {
                seen(Deal::brand_deals_by_date(dal, p("brand"), day("day")).await?.into_items()?)
            }
            "category_deals_by_date" => {
                seen(Deal::category_deals_by_date(dal, p("category"), day("day")).await?.into_items()?)
            }
            "all_brands" => seen(Brands::all_brands(dal).await?),
            "get_category" => seen(Category::get_category(dal, p("category_name")).await?),
            "get_front_page" => seen(FrontPage::get_front_page(dal).await?),
            "get_editors_choice" => seen(EditorsChoice::get_editors_choice(dal).await?),
            "watchers_of_brand" => seen(
                BrandWatch::watchers_of_brand(dal, p("brand_name"))
                    .range((Bound::Excluded(p("last_seen")), Bound::Unbounded))
                    .await?
                    .into_items()?,
            ),
            "watchers_of_category" => {
                seen(CategoryWatch::watchers_of_category(dal, p("category_name")).await?.into_items()?)
            }
            "all_messages" => seen(Message::all_messages(dal, p("user_name")).await?.into_items()?),
            "unread_messages" => seen(Message::unread_messages(dal, p("user_name")).await?.into_items()?),
            "all_users" => seen(User::all_users(dal).await?.into_items()?),
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<BigTimeDeals>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        match pattern {
            "create_deal" => example.only().create::<Deal, _>(dal).await?,
            "create_category" => example.only().create::<Category, _>(dal).await?,
            "watch_brand" => example.only().create::<BrandWatch, _>(dal).await?,
            "watch_category" => example.only().create::<CategoryWatch, _>(dal).await?,
            "create_message" => example.only().create::<Message, _>(dal).await?,
            "create_user" => example.only().create::<User, _>(dal).await?,
            "create_brand" => {
                let brand: Brand = example.row("Brand-1").value();
                BigTimeDeals::create_brand(dal, &brand, brand.brand_name.clone()).await?;
            }
            "like_brand" => {
                let like: BrandLike = example.row("BrandLike-1").value();
                BigTimeDeals::like_brand(dal, &like).await?;
            }
            "like_category" => {
                let p = |name: &str| text(example.params(), name).to_owned();
                let like = CategoryLike { category_name: p("category_name"), user_name: p("user_name") };
                BigTimeDeals::like_category(dal, &like).await?;
            }
            "set_featured_deals_for_category" => {
                let Category { category_name, .. } = example.only().value();
                let update = Category::update(dal, CategoryKey { category_name });
                update.set(Category::FEATURED_DEALS, example.to::<Vec<Value>>("featured_deals")).await?;
            }
            "set_featured_deals_front_page" => {
                let update = FrontPage::update(dal, FrontPageKey {});
                update.set(FrontPage::FEATURED_DEALS, example.to::<Vec<Value>>("featured_deals")).await?;
            }
            "mark_message_read" => {
                let Message { user_name, message_id, .. } = example.only().value();
                let update = Message::update(dal, MessageKey { user_name, message_id });
                update.set_group(MessageGsi1Parts { unread: example.to("unread") }).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
