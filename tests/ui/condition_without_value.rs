// DAL0509: `when:` names a value that the field does not have.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "condition_without_value.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    status: Status,
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "condition_without_value.yaml")]
enum Clinic {
    Item(Item),
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
#[dal(patterns = "condition_without_value.yaml")]
enum Status {
    Open,
    Closed,
}

fn main() {}
