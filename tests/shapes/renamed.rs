//! dal under another name, as a crate that re-exports it would have it.

mod store {
    pub use ::dal as db;
}

use serde::{Deserialize, Serialize};
use store::db::prelude::*;

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/shapes/one.yaml", crate = store::db)]
struct Item {
    tenant_id: String,
    item_id: String,
}

// As text, as serde writes paths.
#[derive(SingleTable)]
#[dal(patterns = "tests/shapes/one.yaml", crate = "crate::shapes::renamed::store::db")]
enum Clinic {
    Item(Item),
}

#[tokio::test]
async fn runs() -> Result<(), dal::Error> {
    let clinic = crate::table::<Clinic>().await.tenant("t");
    let item = Item { tenant_id: "t".into(), item_id: "1".into() };
    item.create(&clinic).await?;
    assert_eq!(Item::list_items(&clinic).await?.len(), 1);
    Ok(())
}
