//! A crate that turns on every lint, gives the standard names other meanings, and uses the derive: it compiles, so that
//! generated code is hygienic and raises no lint.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    elided_lifetimes_in_paths,
    single_use_lifetimes,
    unused_lifetimes,
    trivial_casts,
    variant_size_differences,
    non_ascii_idents,
    unnameable_types,
    redundant_lifetimes,
    unit_bindings,
    unused_import_braces,
    redundant_imports
)]
#![deny(clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]
#![allow(unused_crate_dependencies)]
// About the structs here, not about what is generated.
#![allow(clippy::struct_field_names)]

/// A module without prelude whose names mean other things.
pub mod hostile {
    #![no_implicit_prelude]
    #![allow(dead_code)]
    use ::dal::SingleTable;
    use ::serde::{Deserialize, Serialize};
    use ::std::prelude::rust_2024::derive;

    /// Not the standard one.
    #[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
    pub struct Option;
    /// Not the standard one.
    #[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
    pub struct Result;
    /// Not the standard one.
    #[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
    pub struct String;
    /// Not the standard one.
    #[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
    pub struct Some;
    /// Not the standard one.
    #[derive(Debug)]
    pub struct Vec;
    /// Not the standard one.
    #[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
    pub struct Key;
    /// Not the standard one.
    #[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
    pub struct Kind;

    /// An id.
    #[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq)]
    pub struct Id(pub ::ulid::Ulid);

    /// A state.
    #[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq)]
    #[serde(rename_all = "snake_case")]
    pub enum Status {
        /// Open.
        Open,
        /// Closed.
        Closed,
    }

    /// An item.
    #[derive(SingleTable, Serialize, Deserialize, Debug, Clone)]
    pub struct Item {
        /// Doc.
        pub tenant_id: Id,
        /// Doc.
        pub item_id: Id,
        /// Doc.
        pub owner_id: ::std::option::Option<Id>,
        /// Doc.
        pub created_at: ::chrono::DateTime<::chrono::Utc>,
        /// Doc.
        pub status: Status,
        /// Doc.
        pub title: String,
        /// Doc.
        #[serde(default)]
        pub note: String,
        /// Doc.
        pub kind: Kind,
        /// Doc.
        pub option: Option,
        /// Doc.
        pub result: Result,
        /// Doc.
        #[deprecated]
        pub key: Key,
        /// Doc.
        pub r#move: Some,
        /// Doc.
        pub schema: u8,
    }

    /// An order, named as a type of the codec.
    #[derive(SingleTable, Serialize, Deserialize, Debug, Clone)]
    pub struct Order {
        /// Doc.
        pub tenant_id: Id,
        /// Doc.
        #[deprecated]
        pub order_id: Id,
        /// Doc.
        pub r#type: u32,
    }

    /// All.
    #[derive(SingleTable, Debug)]
    pub struct Everything {
        /// Doc.
        pub items: ::std::vec::Vec<Item>,
        /// Doc.
        pub orders: ::std::vec::Vec<Order>,
    }

    /// The table.
    #[derive(SingleTable, Debug)]
    pub enum Downstream {
        /// Doc.
        Item(Item),
        /// Doc.
        Order(Order),
    }
}

mod private {
    use super::hostile::Id;
    use dal::SingleTable;
    use serde::{Deserialize, Serialize};
    #[derive(SingleTable, Serialize, Deserialize)]
    struct Item {
        tenant_id: Id,
        item_id: Id,
        owner_id: Option<Id>,
        created_at: chrono::DateTime<chrono::Utc>,
        status: Status,
        title: String,
        note: Secret,
    }
    #[derive(SingleTable, Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Status {
        Open,
        Closed,
    }
    #[derive(Serialize, Deserialize)]
    struct Secret(u8);
    pub(in crate::private) mod inner {
        use super::super::hostile::Id;
        use dal::SingleTable;
        use serde::{Deserialize, Serialize};
        #[derive(SingleTable, Serialize, Deserialize)]
        pub(in crate::private) struct Order {
            tenant_id: Id,
            order_id: Id,
            r#type: u32,
        }
        pub(in crate::private) fn make() -> Order {
            Order { tenant_id: Id(ulid::Ulid::nil()), order_id: Id(ulid::Ulid::nil()), r#type: 1 }
        }
    }
    pub(super) fn size() -> usize {
        let item = Item {
            tenant_id: Id(ulid::Ulid::nil()),
            item_id: Id(ulid::Ulid::nil()),
            owner_id: None,
            created_at: chrono::DateTime::default(),
            status: Status::Open,
            title: String::new(),
            note: Secret(1),
        };
        let order = inner::make();
        size_of_val(&item)
            + size_of_val(&order)
            + usize::from(item.note.0)
            + usize::from(Status::Closed == Status::Open)
    }
}
/// What was generated is there, under its names and with its visibility.
#[test]
fn generated_items_are_there() {
    use hostile::{Id, Item, ItemKey};

    let key = ItemKey { item_id: Id(ulid::Ulid::nil()) };
    assert_eq!(key, key.clone());
    assert_eq!(Item::TITLE.name(), "title");
    assert_eq!(Item::MOVE.name(), "move");
    assert_eq!(<Item as dal::Entity>::SCHEMA.name, "Item");
    assert_eq!(<hostile::Downstream as dal::Table>::SCHEMA.entities.len(), 2);
    assert!(private::size() > 0);
}
