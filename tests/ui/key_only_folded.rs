// DAL0412: a value that is to live in a key which folds it.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "key_only_folded.yaml")]
struct User {
    user_id: String,
    email: String,
}

#[derive(SingleTable)]
#[dal(patterns = "key_only_folded.yaml")]
enum Shop {
    User(User),
}

fn main() {}
