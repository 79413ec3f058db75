// DAL0650: a query of a table whose partitions hold one item each.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "query_without_a_sort_key.yaml")]
struct Image {
    image: String,
    views: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "query_without_a_sort_key.yaml")]
enum Images {
    Image(Image),
}

fn main() {}
