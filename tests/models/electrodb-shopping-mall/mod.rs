//! Shopping mall directory: one entity, labelled and lower-cased keys, a hierarchy read at each level.

mod entities;

use chrono::NaiveDate;
use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Mall;

fn key(row: &Row) -> MallStoreKey {
    let MallStore { city_id, mall_id, building_id, store_id, .. } = row.value();
    MallStoreKey { city_id, mall_id, building_id, store_id }
}

impl Design for Mall {
    type Table = StoreDirectory;
    const NAME: &'static str = "electrodb-shopping-mall";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<StoreDirectory>, row: &Row) -> Result<(), Error> {
        row.put::<MallStore, _>(dal).await
    }

    async fn read(dal: &Dal<StoreDirectory>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        let day = |name: &str| p(name).parse::<NaiveDate>().expect("a day");
        let query = match pattern {
            "get_store" => {
                let (city_id, mall_id) = (p("city_id"), p("mall_id"));
                let key =
                    MallStoreKey { city_id, mall_id, building_id: p("building_id"), store_id: p("store_id") };
                return Ok(Some(seen(MallStore::get_store(dal, key).await?)));
            }
            "stores_in_mall" => MallStore::stores_in_mall(dal, p("mall_id")).await?,
            "stores_in_building" => {
                let (mall_id, building_id) = (p("mall_id"), p("building_id"));
                let of = MallStoreStoresInBuildingParams { mall_id, building_id };
                MallStore::stores_in_building(dal, of).await?
            }
            "store_in_unit" => {
                let (mall_id, building_id) = (p("mall_id"), p("building_id"));
                let of = MallStoreStoreInUnitParams { mall_id, building_id, unit_id: p("unit_id") };
                MallStore::store_in_unit(dal, of).await?
            }
            "leases_ending_before" => {
                MallStore::leases_ending_before(dal, p("store_id")).range(..day("date")).await?
            }
            "leases_ending_between" => {
                let period = day("from")..=day("to");
                MallStore::leases_ending_between(dal, p("store_id")).range(period).await?
            }
            "stores_by_category_at_mall" => {
                let of =
                    MallStoreStoresByCategoryAtMallParams { mall_id: p("mall_id"), category: p("category") };
                MallStore::stores_by_category_at_mall(dal, of).await?
            }
            "spite_store_leases_this_year" => {
                let period = day("from")..=day("to");
                MallStore::spite_store_leases_this_year(dal, p("store_id")).range(period).await?
            }
            "store_in_building_by_name" => {
                let (mall_id, building_id) = (p("mall_id"), p("building_id"));
                let of =
                    MallStoreStoreInBuildingByNameParams { mall_id, building_id, store_id: p("store_id") };
                MallStore::store_in_building_by_name(dal, of).await?
            }
            _ => return Ok(None),
        };
        Ok(Some(seen(query.into_items()?)))
    }

    async fn write(
        dal: &Dal<StoreDirectory>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        let row = example.only();
        match pattern {
            "add_store" => row.create::<MallStore, _>(dal).await?,
            "change_lease_date" => {
                let group = MallStoreLeasesParts { lease_end_date: example.to("leaseEndDate") };
                MallStore::update(dal, key(row)).set_group(group).await?;
            }
            "remove_store" => drop(MallStore::delete(dal, key(row)).await?),
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
