//! Names that clash with those of Rust and its standard library.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

// The names that generated code would most easily mean by accident.
#[allow(dead_code, reason = "they are here to be in the way")]
mod in_the_way {
    pub(super) struct Result;
    pub(super) struct Option;
    pub(super) struct String;
    pub(super) struct Vec;
    pub(super) struct Box;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Ok;
    pub(super) struct Err;
    pub(super) trait Into {}
    pub(super) trait Clone {}
    pub(super) trait Default {}
    pub(super) mod core {}
    pub(super) mod serde {}
    pub(super) mod dal_runtime {}
}
#[allow(unused_imports, reason = "they are here to be in the way")]
use in_the_way::{Box, Clone, Default, Err, Into, None, Ok, Option, Result, Some, String, Vec, dal_runtime};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/shapes/names.yaml")]
struct Item {
    tenant_id: ::std::string::String,
    r#type: ::std::string::String,
    r#match: ::std::option::Option<::std::string::String>,
    /// As the parameters of generated methods are called.
    scope: ::std::string::String,
    dal: ::std::option::Option<::std::string::String>,
    row: u64,
    field: u64,
    value: ::std::option::Option<u64>,
    r#async: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/shapes/names.yaml")]
enum Clinic {
    Item(Item),
}

fn item() -> Item {
    Item {
        tenant_id: "t".into(),
        r#type: "lamp".into(),
        r#match: ::std::option::Option::Some("m".into()),
        scope: "s".into(),
        dal: ::std::option::Option::None,
        row: 1,
        field: 2,
        value: ::std::option::Option::Some(3),
        r#async: ::std::option::Option::None,
    }
}

#[tokio::test]
async fn keywords_and_names_of_the_standard_library() -> ::std::result::Result<(), dal::Error> {
    let clinic = crate::table::<Clinic>().await.tenant("t");
    item().create(&clinic).await?;
    let found = Item::get_item(&clinic, ItemKey { r#type: "lamp".into(), scope: "s".into() }).await?;
    assert_eq!(found.map(|item| item.row), ::std::option::Option::Some(1));
    let by_match = Item::items_by_match(&clinic, "m").await?;
    assert_eq!(
        by_match.items().map(|item| (item.r#type.as_str(), item.value)).collect::<::std::vec::Vec<_>>(),
        [("lamp", ::std::option::Option::Some(3))]
    );
    let key = ItemKey { r#type: "lamp".into(), scope: "s".into() };
    let changed = Item::update(&clinic, key)
        .set_group(ItemGsi1Parts { r#match: ::std::option::Option::None })
        .set(Item::ROW, 9_u32)
        .await?;
    assert_eq!((changed.row, changed.r#match), (9, ::std::option::Option::None));
    assert!(Item::items_by_match(&clinic, "m").await?.is_empty());
    ::std::result::Result::Ok(())
}
