//! A shopping cart: natural keys, an index that shares the table's sort key, and values that live in it only.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Cart;

impl Design for Cart {
    type Table = CartTable;
    const NAME: &'static str = "labs-retail-cart";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<CartTable>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "CartItem" => row.put::<CartItem, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<CartTable>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "products_of_customer_by_status" => seen(
                CartItem::products_of_customer_by_status(dal, p("customer_id"), status(params))
                    .await?
                    .into_items()?,
            ),
            "customers_by_sku_and_status" => seen(
                CartItem::customers_by_sku_and_status(dal, p("item_sku"), status(params))
                    .await?
                    .into_items()?,
            ),
            "customers_by_sku_status_and_date" => {
                let of = CartItemCustomersBySkuStatusAndDateParams {
                    item_sku: p("item_sku"),
                    key_status: status(params),
                    created_at: p("date"),
                };
                seen(CartItem::customers_by_sku_status_and_date(dal, of).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(dal: &Dal<CartTable>, pattern: &str, example: &Example<'_>) -> Result<Option<()>, Error> {
        match pattern {
            "put_product_in_cart" => {
                example.only().put::<CartItem, _>(dal).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

fn status(params: &Values) -> Status {
    serde_json::from_value(params["key_status"].clone()).expect("a status")
}
