// DAL0611: the newest by a part that is no time.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "newest_of_no_time.yaml")]
struct Event {
    tenant_id: String,
    kind: Kind,
    day: chrono::NaiveDate,
    event_id: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "newest_of_no_time.yaml")]
enum Clinic {
    Event(Event),
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
#[dal(patterns = "newest_of_no_time.yaml")]
enum Kind {
    Call,
    Visit,
}

fn main() {}
