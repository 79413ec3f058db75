// DAL0607: a pattern that no Query answers: it asks for a field that is in no key.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "not_a_key_part.yaml")]
struct Event {
    tenant_id: String,
    kind: Kind,
    day: chrono::NaiveDate,
    event_id: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "not_a_key_part.yaml")]
enum Clinic {
    Event(Event),
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
#[dal(patterns = "not_a_key_part.yaml")]
enum Kind {
    Call,
    Visit,
}

fn main() {}
