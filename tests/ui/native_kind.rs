// DAL0308: a number attribute, and a field whose kind is text.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "native_kind.yaml")]
struct Play {
    club: String,
    game: String,
    score: u32,
}

#[derive(SingleTable)]
#[dal(patterns = "native_kind.yaml")]
enum Games {
    Play(Play),
}

fn main() {}
