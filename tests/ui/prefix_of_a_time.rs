// DAL0624: the beginning of a part that is no text.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "prefix_of_a_time.yaml")]
struct Shift {
    tenant_id: String,
    starts_at: u32,
}

#[derive(SingleTable)]
#[dal(patterns = "prefix_of_a_time.yaml")]
enum Clinic {
    Shift(Shift),
}

fn main() {}
