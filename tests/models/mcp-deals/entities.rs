use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub struct Deal {
    pub deal_id: String,
    pub brand_id: String,
    pub category_id: String,
    pub created_at: String,
    pub title: String,
    pub description: String,
    pub price: f64,
    pub brand_name: String,
    pub category_name: String,
    pub status: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub struct User {
    pub user_id: String,
    pub username: String,
    pub display_name: String,
    pub email: String,
    pub created_at: String,
    pub last_login: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub struct Brand {
    pub brand_id: String,
    pub brand_name: String,
    pub description: String,
    pub logo_url: String,
    pub created_at: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub struct UserWatch {
    pub user_id: String,
    pub watch_key: String,
    pub watch_type: String,
    pub brand_id: String,
    pub category_id: String,
    pub target_id: String,
    pub target_name: String,
    pub created_at: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub struct UserActivity {
    pub user_id: String,
    pub timestamp: String,
    pub activity_id: String,
    pub activity_type: String,
    pub details: serde_json::Value,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub struct TrendingDeal {
    pub category_id: String,
    pub engagement_score: i64,
    pub brand_id: String,
    pub discount_percentage: f64,
    pub deal_id: String,
    pub title: String,
    pub views: u64,
    pub clicks: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub enum Deals {
    Deal(Deal),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub enum Users {
    User(User),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub enum Brands {
    Brand(Brand),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub enum UserWatches {
    UserWatch(UserWatch),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub enum UserActivities {
    UserActivity(UserActivity),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-deals/patterns.yaml")]
pub enum TrendingDeals {
    TrendingDeal(TrendingDeal),
}
