// DAL0212: a table name that DynamoDB refuses.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "table_name_refused_by_dynamodb.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "table_name_refused_by_dynamodb.yaml")]
enum MyClinic {
    Item(Item),
}

fn main() {}
