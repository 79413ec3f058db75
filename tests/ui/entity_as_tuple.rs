// DAL0820: an entity that is a tuple struct.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "entity_as_tuple.yaml")]
struct Item(String, String);

#[derive(SingleTable)]
#[dal(patterns = "entity_as_tuple.yaml")]
enum Clinic {
    Item(Item),
}

fn main() {}
