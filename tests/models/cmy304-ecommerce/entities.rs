use chrono::{DateTime, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/cmy304-ecommerce/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct UserProfile {
    pub username: String,
    pub full_name: String,
    pub email: String,
    pub date_of_birth: Option<String>,
    pub addresses: serde_json::Value,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/cmy304-ecommerce/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub username: String,
    pub order_id: String,
    pub status: Status,
    #[serde(rename = "status_since")]
    pub status_since: DateTime<Utc>,
    pub shipping_address: Option<serde_json::Value>,
    #[serde(rename = "random_id")]
    pub random_id: Option<String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/cmy304-ecommerce/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    pub item_id: String,
    pub order_id: String,
    pub product_name: String,
    pub price: u64,
    pub quantity: u64,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[dal(patterns = "tests/models/cmy304-ecommerce/patterns.yaml")]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Placed,
    Shipped,
    Cancelled,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/cmy304-ecommerce/patterns.yaml")]
pub enum ECommerceTable {
    UserProfile(UserProfile),
    Order(Order),
    OrderItem(OrderItem),
}
