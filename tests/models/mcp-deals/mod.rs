//! Deals that users watch: six tables of natural keys in one program.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct DealsAndUsers;

impl Design for DealsAndUsers {
    type Table = Deals;
    const NAME: &'static str = "mcp-deals";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn create(dal: &Dal<Deals>) -> Result<(), Error> {
        dal.create_table().await?;
        dal.of::<Users>().create_table().await?;
        dal.of::<Brands>().create_table().await?;
        dal.of::<UserWatches>().create_table().await?;
        dal.of::<UserActivities>().create_table().await?;
        dal.of::<TrendingDeals>().create_table().await?;
        Ok(())
    }

    async fn store(dal: &Dal<Deals>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Deal" => row.put::<Deal, _>(dal).await,
            "User" => row.put::<User, _>(&dal.of::<Users>()).await,
            "Brand" => row.put::<Brand, _>(&dal.of::<Brands>()).await,
            "UserWatch" => row.put::<UserWatch, _>(&dal.of::<UserWatches>()).await,
            "UserActivity" => row.put::<UserActivity, _>(&dal.of::<UserActivities>()).await,
            "TrendingDeal" => row.put::<TrendingDeal, _>(&dal.of::<TrendingDeals>()).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<Deals>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_deal_by_id" => seen(Deal::get_deal_by_id(dal, p("deal_id")).await?),
            "get_deals_by_brand" => seen(Deal::get_deals_by_brand(dal, p("brand_id")).await?.into_items()?),
            "get_deals_by_category" => {
                let page = Deal::get_deals_by_category(dal, p("category_id")).hydrate().await?;
                seen(page.into_items()?.into_iter().flatten())
            }
            "get_recent_deals_by_brand" => seen(
                Deal::get_recent_deals_by_brand(dal, p("brand_id"))
                    .range(p("since_date")..)
                    .await?
                    .into_items()?,
            ),
            "get_user_by_id" => seen(User::get_user_by_id(&dal.of::<Users>(), p("user_id")).await?),
            "get_brand_by_id" => seen(Brand::get_brand_by_id(&dal.of::<Brands>(), p("brand_id")).await?),
            "get_user_watches" => seen(
                UserWatch::get_user_watches(&dal.of::<UserWatches>(), p("user_id")).await?.into_items()?,
            ),
            "get_brand_watchers" => {
                let page =
                    UserWatch::get_brand_watchers(&dal.of::<UserWatches>(), p("brand_id")).hydrate().await?;
                seen(page.into_items()?.into_iter().flatten())
            }
            "get_category_watchers" => {
                let page = UserWatch::get_category_watchers(&dal.of::<UserWatches>(), p("category_id"))
                    .hydrate()
                    .await?;
                seen(page.into_items()?.into_iter().flatten())
            }
            "get_user_activities" => seen(
                UserActivity::get_user_activities(&dal.of::<UserActivities>(), p("user_id"))
                    .await?
                    .into_items()?,
            ),
            "get_user_activities_after" => seen(
                UserActivity::get_user_activities_after(&dal.of::<UserActivities>(), p("user_id"))
                    .range(p("since_timestamp")..)
                    .await?
                    .into_items()?,
            ),
            "get_trending_by_category" => seen(
                TrendingDeal::get_trending_by_category(&dal.of::<TrendingDeals>(), p("category_id"))
                    .await?
                    .into_items()?,
            ),
            "get_highly_engaged_deals" => {
                let least = params["min_score"].as_i64().expect("a number");
                seen(
                    TrendingDeal::get_highly_engaged_deals(&dal.of::<TrendingDeals>(), p("category_id"))
                        .range(least..)
                        .await?
                        .into_items()?,
                )
            }
            "get_high_discount_deals" => {
                let least = params["min_discount"].as_f64().expect("a number");
                seen(
                    TrendingDeal::get_high_discount_deals(&dal.of::<TrendingDeals>(), p("brand_id"))
                        .range(least..)
                        .await?
                        .into_items()?,
                )
            }
            "get_watches_by_type" => {
                let page = UserWatch::get_watches_by_type(&dal.of::<UserWatches>(), p("watch_type"))
                    .hydrate()
                    .await?;
                seen(page.into_items()?.into_iter().flatten())
            }
            _ => return Ok(None),
        }))
    }

    async fn write(dal: &Dal<Deals>, pattern: &str, example: &Example<'_>) -> Result<Option<()>, Error> {
        match pattern {
            "create_deal" => {
                example.only().put::<Deal, _>(dal).await?;
            }
            "create_user" => {
                example.only().put::<User, _>(&dal.of::<Users>()).await?;
            }
            "create_brand" => {
                example.only().put::<Brand, _>(&dal.of::<Brands>()).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
