// DAL0411: a template of text on a number attribute.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "native_template.yaml")]
struct Play {
    club: String,
    game: String,
    score: u32,
}

#[derive(SingleTable)]
#[dal(patterns = "native_template.yaml")]
enum Games {
    Play(Play),
}

fn main() {}
