use chrono::{DateTime, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/mcp-user-analytics/patterns.yaml")]
pub struct User {
    pub user_id: String,
    pub status: String,
    pub email: String,
    pub country: String,
    pub city: String,
    pub age_group: String,
    pub engagement_level: String,
    pub session_count: u64,
    pub total_sessions: u64,
    pub last_active: DateTime<Utc>,
    pub last_purchase_date: DateTime<Utc>,
    pub signup_date: DateTime<Utc>,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/mcp-user-analytics/patterns.yaml")]
pub enum UserAnalytics {
    User(User),
}
