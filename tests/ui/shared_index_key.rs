// DAL1005: an inverted index whose keys leave out a part of the primary key.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "shared_index_key.yaml")]
struct Follow {
    tenant_id: String,
    user_id: String,
    friend_id: String,
    year: u16,
    note: String,
}

#[derive(SingleTable)]
#[dal(patterns = "shared_index_key.yaml")]
enum Clinic {
    Follow(Follow),
}

fn main() {}
