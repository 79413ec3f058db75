use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-bank-payments/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct ScheduledPayment {
    #[serde(rename = "AccountID")]
    pub account_id: String,
    pub scheduled_time: String,
    pub data_blob: String,
    #[serde(rename = "status")]
    pub status: Status,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/labs-bank-payments/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Transaction {
    #[serde(rename = "AccountID")]
    pub account_id: String,
    pub timestamp: String,
    pub data_blob: String,
    #[serde(rename = "TransactionID")]
    pub transaction_id: String,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[dal(patterns = "tests/models/labs-bank-payments/patterns.yaml")]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    Scheduled,
    Pending,
    Processed,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/labs-bank-payments/patterns.yaml")]
pub enum PaymentScheduler {
    ScheduledPayment(ScheduledPayment),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/labs-bank-payments/patterns.yaml")]
pub enum TransactionHistory {
    Transaction(Transaction),
}
