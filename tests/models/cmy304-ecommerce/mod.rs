//! Orders of an online shop: swapped keys in an index, and one that only placed orders are in.

mod entities;

use chrono::{DateTime, Utc};
use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Orders;

impl Design for Orders {
    type Table = ECommerceTable;
    const NAME: &'static str = "cmy304-ecommerce";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<ECommerceTable>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "UserProfile" => row.put::<UserProfile, _>(dal).await,
            "Order" => row.put::<Order, _>(dal).await,
            "OrderItem" => row.put::<OrderItem, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<ECommerceTable>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_user_profile" => seen(UserProfile::get_user_profile(dal, p("username")).await?),
            "get_order_by_id" => seen(Order::get_order_by_id(dal, p("order_id")).await?),
            "get_orders_for_user" => {
                seen(Order::get_orders_for_user(dal, p("username")).await?.into_items()?)
            }
            "get_order_items_for_order" => {
                seen(OrderItem::get_order_items_for_order(dal, p("order_id")).await?.into_items()?)
            }
            "get_orders_for_user_by_status" => seen(
                Order::get_orders_for_user_by_status(dal, p("username"), status(params))
                    .await?
                    .into_items()?,
            ),
            "get_placed_orders" => seen(Order::get_placed_orders(dal).await?.into_items()?),
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<ECommerceTable>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        match pattern {
            "update_order_status" => {
                let Order { username, order_id, .. } = example.row("Order-1").value();
                let (status, status_since) =
                    (status(example.params()), time(example.params(), "status_since"));
                let update = Order::update(dal, OrderKey { username, order_id });
                let update = update.set_group(OrderGsi2Gsi3Parts { status, status_since, random_id: None });
                update.await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

fn status(params: &Values) -> Status {
    serde_json::from_value(params["status"].clone()).expect("a status")
}

fn time(params: &Values, name: &str) -> DateTime<Utc> {
    text(params, name).parse().expect("a time")
}
