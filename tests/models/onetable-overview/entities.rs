use chrono::{DateTime, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/onetable-overview/patterns.yaml")]
pub struct Account {
    pub id: Ulid,
    pub name: String,
    pub balance: f64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/onetable-overview/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub account_id: Ulid,
    pub id: Ulid,
    pub name: String,
    pub email: String,
    pub role: String,
    pub status: Option<String>,
    pub balance: f64,
    pub address: Option<serde_json::Value>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/onetable-overview/patterns.yaml")]
pub struct Product {
    pub id: Ulid,
    pub name: String,
    pub price: f64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/onetable-overview/patterns.yaml")]
pub struct AccountNameUnique {
    pub name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/onetable-overview/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    pub account_id: Ulid,
    pub id: Ulid,
    pub date: DateTime<Utc>,
    pub product: String,
    pub count: u32,
    pub total: f64,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/onetable-overview/patterns.yaml")]
pub enum AccountCollection {
    Account(Account),
    User(User),
    Invoice(Invoice),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/onetable-overview/patterns.yaml")]
pub enum TestOverview {
    Account(Account),
    User(User),
    Product(Product),
    AccountNameUnique(AccountNameUnique),
    Invoice(Invoice),
}
