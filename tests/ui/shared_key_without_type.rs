// DAL0908: two entities share keys, and nothing tells their items apart.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "shared_key_without_type.yaml")]
struct Cat {
    tenant_id: String,
    name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "shared_key_without_type.yaml")]
struct Dog {
    tenant_id: String,
    name: String,
}

#[derive(SingleTable)]
#[dal(patterns = "shared_key_without_type.yaml")]
enum Clinic {
    Cat(Cat),
    Dog(Dog),
}

fn main() {}
