use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/customer-bookmarks/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    pub customer_id: String,
    pub email: String,
    pub full_name: String,
    pub user_preferences: serde_json::Value,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/customer-bookmarks/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct Bookmark {
    pub customer_id: String,
    pub url: String,
    pub folder: String,
    pub title: String,
    pub description: String,
    pub create_date: String,
    pub update_date: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/customer-bookmarks/patterns.yaml")]
pub enum CustomerWithBookmarks {
    Customer(Customer),
    Bookmark(Bookmark),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/customer-bookmarks/patterns.yaml")]
pub enum CustomerBookmark {
    Customer(Customer),
    Bookmark(Bookmark),
}
