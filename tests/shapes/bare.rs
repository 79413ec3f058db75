//! A module without the prelude: generated code must name all that it uses.

use dal::prelude::*;

#[no_implicit_prelude]
mod inside {
    use ::dal::prelude::*;
    use ::serde::{Deserialize, Serialize};

    #[derive(SingleTable, Serialize, Deserialize)]
    #[dal(patterns = "tests/shapes/bare.yaml")]
    pub(super) struct Item {
        pub(super) tenant_id: ::std::string::String,
        pub(super) item_id: ItemId,
        pub(super) status: Status,
        pub(super) owner_id: ::std::option::Option<::std::string::String>,
        pub(super) title: ::std::string::String,
        pub(super) note: ::std::option::Option<::std::string::String>,
    }

    #[derive(
        SingleTable, Serialize, Deserialize, ::std::clone::Clone, ::std::fmt::Debug, ::std::cmp::PartialEq,
    )]
    #[dal(patterns = "tests/shapes/bare.yaml")]
    pub(super) struct ItemId(::std::primitive::u64);

    #[derive(
        SingleTable, Serialize, Deserialize, ::std::clone::Clone, ::std::fmt::Debug, ::std::cmp::PartialEq,
    )]
    #[serde(rename_all = "snake_case")]
    #[dal(patterns = "tests/shapes/bare.yaml")]
    pub(super) enum Status {
        Open,
        Closed,
    }

    #[derive(SingleTable, Serialize, Deserialize)]
    #[dal(patterns = "tests/shapes/bare.yaml")]
    pub(super) struct Note {
        pub(super) tenant_id: ::std::string::String,
        pub(super) note_id: ::std::string::String,
    }

    #[derive(SingleTable)]
    #[dal(patterns = "tests/shapes/bare.yaml")]
    pub(super) enum Everything {
        Item(Item),
        Note(Note),
    }

    #[derive(SingleTable)]
    #[dal(patterns = "tests/shapes/bare.yaml")]
    pub(super) struct Overview {
        pub(super) items: ::std::vec::Vec<Item>,
        pub(super) notes: ::std::vec::Vec<Note>,
    }

    #[derive(SingleTable)]
    #[dal(patterns = "tests/shapes/bare.yaml")]
    pub(super) enum Clinic {
        Item(Item),
        Note(Note),
    }

    pub(super) fn item(item_id: ::std::primitive::u64, status: Status) -> Item {
        Item {
            tenant_id: ::std::convert::Into::into("t"),
            item_id: ItemId(item_id),
            status,
            owner_id: ::std::option::Option::Some(::std::convert::Into::into("ann")),
            title: ::std::convert::Into::into("A title"),
            note: ::std::option::Option::None,
        }
    }
}

#[tokio::test]
async fn runs() -> Result<(), dal::Error> {
    use inside::{Clinic, Everything, Item, Note, Overview, Status, item};

    let clinic = crate::table::<Clinic>().await.tenant("t");
    item(1, Status::Open).create(&clinic).await?;
    item(2, Status::Closed).create(&clinic).await?;
    Note { tenant_id: "t".into(), note_id: "n".into() }.create(&clinic).await?;
    assert_eq!(Everything::everything(&clinic).await?.len(), 3);
    let overview = Overview::overview(&clinic).await?;
    assert_eq!(overview.map(|all| (all.items.len(), all.notes.len())), Some((2, 1)));
    let open = Item::items_by_owner(&clinic, "ann", Status::Open).await?;
    assert_eq!(open.len(), 1);
    Ok(())
}
