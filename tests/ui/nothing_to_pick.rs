// DAL0623: the latest of at most one item.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "nothing_to_pick.yaml")]
struct Event {
    tenant_id: String,
    kind: Kind,
    day: chrono::NaiveDate,
    event_id: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "nothing_to_pick.yaml")]
enum Clinic {
    Event(Event),
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
#[dal(patterns = "nothing_to_pick.yaml")]
enum Kind {
    Call,
    Visit,
}

fn main() {}
