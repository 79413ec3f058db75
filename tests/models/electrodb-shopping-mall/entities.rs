use chrono::NaiveDate;
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/electrodb-shopping-mall/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct MallStore {
    pub city_id: String,
    pub mall_id: String,
    pub store_id: String,
    pub building_id: String,
    pub unit_id: String,
    pub category: String,
    pub lease_end_date: NaiveDate,
    pub rent: String,
    pub discount: Option<String>,
    #[serde(rename = "__edb_v__")]
    pub version: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/electrodb-shopping-mall/patterns.yaml")]
pub enum StoreDirectory {
    MallStore(MallStore),
}
