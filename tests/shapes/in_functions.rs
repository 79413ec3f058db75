//! Types inside functions, and types that a macro writes.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[tokio::test]
async fn types_inside_a_function() -> Result<(), dal::Error> {
    #[derive(SingleTable, Serialize, Deserialize)]
    #[dal(patterns = "tests/shapes/one.yaml")]
    struct Item {
        tenant_id: String,
        item_id: String,
    }

    #[derive(SingleTable)]
    #[dal(patterns = "tests/shapes/one.yaml")]
    enum Clinic {
        Item(Item),
    }

    let clinic = crate::table::<Clinic>().await.tenant("t");
    Item { tenant_id: "t".into(), item_id: "1".into() }.create(&clinic).await?;
    assert!(Item::get_item(&clinic, "1").await?.is_some());
    Ok(())
}

macro_rules! domain {
    ($table:ident { $entity:ident { $($field:ident: $ty:ty),* } } in $list:literal) => {
        #[derive(SingleTable, Serialize, Deserialize)]
        #[dal(patterns = $list)]
        struct $entity {
            $($field: $ty),*
        }

        #[derive(SingleTable)]
        #[dal(patterns = $list)]
        enum $table {
            $entity($entity),
        }
    };
}

domain! { Clinic { Item { tenant_id: String, item_id: String, note: Option<String> } } in "tests/shapes/one.yaml" }

#[tokio::test]
async fn types_of_a_macro() -> Result<(), dal::Error> {
    let clinic = crate::table::<Clinic>().await.tenant("t");
    Item { tenant_id: "t".into(), item_id: "1".into(), note: Some("n".into()) }.create(&clinic).await?;
    let without = Item::update(&clinic, ItemKey { item_id: "1".into() }).remove(Item::NOTE).await?;
    assert_eq!(without.note, None);
    Ok(())
}
