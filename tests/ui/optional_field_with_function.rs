// DAL0809: an optional field that a function reads, without a default.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "optional_field_with_function.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    #[serde(with = "text")]
    due: Option<u64>,
}

#[derive(SingleTable)]
#[dal(patterns = "optional_field_with_function.yaml")]
enum Clinic {
    Item(Item),
}

mod text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(value: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
        value.map(|due| due.to_string()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.and_then(|due| due.parse().ok()))
    }
}

fn main() {}
