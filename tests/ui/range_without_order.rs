// DAL0609: a range over an enum, whose words have no order.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "range_without_order.yaml")]
struct Event {
    tenant_id: String,
    kind: Kind,
    day: chrono::NaiveDate,
    event_id: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "range_without_order.yaml")]
enum Clinic {
    Event(Event),
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
#[dal(patterns = "range_without_order.yaml")]
enum Kind {
    Call,
    Visit,
}

fn main() {}
