// DAL0835: the field that the key attribute holds is stored under another name.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "native_name.yaml")]
struct Play {
    club: String,
    game: String,
    #[serde(rename = "points")]
    score: u32,
}

#[derive(SingleTable)]
#[dal(patterns = "native_name.yaml")]
enum Games {
    Play(Play),
}

fn main() {}
