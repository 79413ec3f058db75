use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct Deal {
    pub deal_id: String,
    pub title: String,
    pub link: String,
    pub price: f64,
    pub category: String,
    pub brand: String,
    pub created_at: DateTime<Utc>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct Brand {
    pub brand_name: String,
    pub brand_logo_url: String,
    pub likes: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct Brands {
    #[serde(with = "dal::string_set")]
    pub brands: BTreeSet<String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct BrandLike {
    pub brand_name: String,
    pub user_name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct BrandWatch {
    pub brand_name: String,
    pub user_name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct Category {
    pub category_name: String,
    pub featured_deals: Vec<serde_json::Value>,
    pub likes: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct CategoryLike {
    pub category_name: String,
    pub user_name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct CategoryWatch {
    pub category_name: String,
    pub user_name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct FrontPage {
    pub featured_deals: Vec<serde_json::Value>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct EditorsChoice {
    pub featured_deals: Vec<serde_json::Value>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct User {
    pub user_name: String,
    pub created_at: DateTime<Utc>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub struct Message {
    pub user_name: String,
    pub message_id: String,
    pub subject: String,
    pub body: String,
    pub unread: bool,
    pub created_at: DateTime<Utc>,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/book-big-time-deals/patterns.yaml")]
pub enum BigTimeDeals {
    Deal(Deal),
    Brand(Brand),
    Brands(Brands),
    BrandLike(BrandLike),
    BrandWatch(BrandWatch),
    Category(Category),
    CategoryLike(CategoryLike),
    CategoryWatch(CategoryWatch),
    FrontPage(FrontPage),
    EditorsChoice(EditorsChoice),
    User(User),
    Message(Message),
}
