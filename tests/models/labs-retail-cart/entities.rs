use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-retail-cart/patterns.yaml")]
pub struct CartItem {
    #[serde(rename = "CustomerID")]
    pub customer_id: String,
    pub key_status: Status,
    pub created_at: String,
    #[serde(rename = "ItemSKU")]
    pub item_sku: String,
    #[serde(rename = "Price")]
    pub price: String,
    #[serde(rename = "Count")]
    pub count: String,
    #[serde(rename = "Status")]
    pub status: String,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[dal(patterns = "tests/models/labs-retail-cart/patterns.yaml")]
pub enum Status {
    Active,
    Saved,
    Shipped,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/labs-retail-cart/patterns.yaml")]
pub enum CartTable {
    CartItem(CartItem),
}
