//! Stores by place: a table without a sort key, and an index over a hierarchy in upper case.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Stores;

impl Design for Stores {
    type Table = StarbucksLocations;
    const NAME: &'static str = "store-locations";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<StarbucksLocations>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Store" => row.put::<Store, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(
        dal: &Dal<StarbucksLocations>,
        pattern: &str,
        params: &Values,
    ) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_store" => seen(Store::get_store(dal, p("store_number")).await?),
            "stores_in_country" => seen(Store::stores_in_country(dal, p("country")).await?.into_items()?),
            "stores_in_state" => {
                let of = StoreStoresInStateParams { country: p("country"), state: p("state") };
                seen(Store::stores_in_state(dal, of).await?.into_items()?)
            }
            "stores_in_city" => {
                let of =
                    StoreStoresInCityParams { country: p("country"), state: p("state"), city: p("city") };
                seen(Store::stores_in_city(dal, of).await?.into_items()?)
            }
            "stores_in_postcode" => {
                let of = StoreStoresInPostcodeParams {
                    country: p("country"),
                    state: p("state"),
                    city: p("city"),
                    postcode: p("postcode"),
                };
                seen(Store::stores_in_postcode(dal, of).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<StarbucksLocations>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        let (_, _, _) = (dal, pattern, example);
        Ok(None)
    }
}
