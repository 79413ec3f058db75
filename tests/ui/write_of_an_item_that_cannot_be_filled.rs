// A write of an item with a version through `&`.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "write_of_an_item_that_cannot_be_filled.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    rev: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "write_of_an_item_that_cannot_be_filled.yaml")]
enum Clinic {
    Item(Item),
}

async fn write(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    let item = Item { tenant_id: "1".to_owned(), item_id: "1".to_owned(), rev: 0 };
    item.create(clinic).await?;
    Ok(())
}

fn main() {}
