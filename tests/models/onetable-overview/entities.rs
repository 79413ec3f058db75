use chrono::{DateTime, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/onetable-overview/patterns.yaml")]
pub struct Account {
    pub id: String,
    pub name: String,
    pub balance: f64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/onetable-overview/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub account_id: String,
    pub id: String,
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
    pub id: String,
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
    pub account_id: String,
    pub id: String,
    #[serde(with = "millis")]
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

/// Times as the published program writes them: with milliseconds, whatever they are.
mod millis {
    use chrono::{DateTime, SecondsFormat, Utc};
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(time: &DateTime<Utc>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Millis, true))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<DateTime<Utc>, D::Error> {
        DateTime::deserialize(from)
    }
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
