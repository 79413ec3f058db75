// An item of an entity that the table does not hold.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "table_without_the_entity.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "table_without_the_entity.yaml")]
enum Clinic {
    Item(Item),
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "included/shop.yaml")]
struct Order {
    tenant_id: String,
    order_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "included/shop.yaml")]
enum Shop {
    Order(Order),
}

async fn read(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    Order::get_order(clinic, "1").await?;
    Ok(())
}

fn main() {}
