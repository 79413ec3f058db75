// DAL0514: a partition key of five attributes.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "too_many_key_attributes.yaml")]
struct Play {
    club: String,
    game: String,
    score: u32,
}

#[derive(SingleTable)]
#[dal(patterns = "too_many_key_attributes.yaml")]
enum Games {
    Play(Play),
}

fn main() {}
