// DAL0413: the table names a field that no key holds.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "key_only_misspelt.yaml")]
struct User {
    user_id: String,
    email: String,
}

#[derive(SingleTable)]
#[dal(patterns = "key_only_misspelt.yaml")]
enum Shop {
    User(User),
}

fn main() {}
