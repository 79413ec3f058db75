// An item written to a table that does not hold its entity.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "item_of_another_table.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "item_of_another_table.yaml")]
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

async fn write(clinic: &Scope<Clinic>, order: Order) -> Result<(), dal::Error> {
    order.create(clinic).await?;
    Ok(())
}

fn main() {}
