use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/recurring-payments/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Subscription {
    #[serde(rename = "account_id")]
    pub account_id: String,
    #[serde(rename = "sub_id")]
    pub sub_id: String,
    #[serde(rename = "SKU")]
    pub sku: String,
    pub email: String,
    pub payment_day: String,
    pub payment_amount: String,
    pub payment_details: serde_json::Value,
    pub last_payment_date: String,
    pub next_payment_date: String,
    pub last_reminder_date: String,
    pub next_reminder_date: String,
    pub created_date: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/recurring-payments/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Receipt {
    #[serde(rename = "account_id")]
    pub account_id: String,
    #[serde(rename = "processed_key_date")]
    pub processed_key_date: String,
    #[serde(rename = "SKU")]
    pub sku: String,
    pub email: String,
    pub processed_date: String,
    pub processed_amount: String,
    #[serde(rename = "TTL")]
    pub ttl: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/recurring-payments/patterns.yaml")]
pub enum ReoccuringPayments {
    Subscription(Subscription),
    Receipt(Receipt),
}
