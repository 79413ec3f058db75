// DAL0619: one part bound by two words.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "part_bound_twice.yaml")]
struct Event {
    tenant_id: String,
    kind: Kind,
    day: chrono::NaiveDate,
    event_id: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "part_bound_twice.yaml")]
enum Clinic {
    Event(Event),
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
#[dal(patterns = "part_bound_twice.yaml")]
enum Kind {
    Call,
    Visit,
}

fn main() {}
