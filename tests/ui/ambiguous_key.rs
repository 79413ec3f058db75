// DAL0904: a key that can be read in two ways.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "ambiguous_key.yaml")]
struct Bed {
    tenant_id: String,
    ward: String,
    bed: String,
}

#[derive(SingleTable)]
#[dal(patterns = "ambiguous_key.yaml")]
enum Clinic {
    Bed(Bed),
}

fn main() {}
