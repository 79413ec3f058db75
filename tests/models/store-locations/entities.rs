use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/store-locations/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Store {
    pub store_number: String,
    pub country: String,
    pub state: String,
    pub city: String,
    pub postcode: String,
    pub store_name: String,
    pub street_address: String,
    pub phone_number: String,
    pub latitude: String,
    pub longitude: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/store-locations/patterns.yaml")]
pub enum StarbucksLocations {
    Store(Store),
}
