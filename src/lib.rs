//! Single-table design for Amazon DynamoDB: declared access patterns, proven at compile time, generated as typed code.
//!
//! A team lists its access patterns in `patterns.yaml` and derives [`SingleTable`] on its domain structs. At compile time
//! the derive proves that each pattern is answered by one GetItem or one Query, and generates typed keys, a complete
//! method per pattern, writes that cannot leave an index stale, and a struct for what each index projects. A small
//! runtime runs them on `aws-sdk-dynamodb`.
//!
//! # The list
//!
//! `patterns.yaml` stands at the package's root. It names the table, the templates of the keys, and the patterns:
//!
//! ```yaml
#![doc = include_str!("../examples/clinic.yaml")]
//! ```
//!
//! # The structs
//!
//! They hold the attributes, named as serde names them; an enum of all entities is the table. The derive gives a typed key
//! (`ItemKey`), a method per pattern, what an index projects (`ItemOnGsi1`), and the attributes that an index key needs
//! (`ItemGsi1Parts`):
//!
//! ```
//! use chrono::{DateTime, Utc};
//! use dal::prelude::*;
//! use serde::{Deserialize, Serialize};
//! use ulid::Ulid;
//!
//! #[derive(SingleTable, Serialize, Deserialize)]
//! # #[dal(patterns = "examples/clinic.yaml")]
//! pub struct Item {
//!     pub tenant_id: Ulid,
//!     pub item_id: Ulid,
//!     pub owner_id: Option<Ulid>, // sparse: without owner, no entry in the index
//!     pub title: String,
//!     pub created_at: DateTime<Utc>,
//! }
//!
//! #[derive(SingleTable)]
//! # #[dal(patterns = "examples/clinic.yaml")]
//! pub enum Clinic {
//!     Item(Item),
//! }
//!
//! # async fn run(client: aws_sdk_dynamodb::Client, item: Item) -> Result<(), dal::Error> {
//! let dal: Dal<Clinic> = Dal::new(client);
//! let clinic = dal.tenant(item.tenant_id); // a Scope: the only way to reach a tenant's items
//!
//! item.create(&clinic).await?; // all keys of all indexes; AlreadyExists if the key is taken
//! let one: Option<Item> = Item::get_item(&clinic, item.item_id).await?; // one GetItem
//! # let (owner, monday, sunday) = (item.item_id, item.created_at, item.created_at);
//! let page: Page<ItemOnGsi1> = Item::items_by_owner(&clinic, owner).range(monday..sunday).limit(20).await?; // one Query
//! let next: Option<Cursor> = page.cursor(); // opaque; refused by any other pattern or tenant
//! # Ok(())
//! # }
//! # fn main() {}
//! ```
//!
//! # Reading without copying
//!
//! An entity owns what it holds. A program that only looks at items, to render or count or forward them, can read a page into
//! a struct of its own that borrows from the page's text, with the same query, scope and checks:
//!
//! ```
//! # use chrono::{DateTime, Utc};
//! # use dal::prelude::*;
//! # use serde::{Deserialize, Serialize};
//! # use ulid::Ulid;
//! # #[derive(SingleTable, Serialize, Deserialize)]
//! # #[dal(patterns = "examples/clinic.yaml")]
//! # pub struct Item { pub tenant_id: Ulid, pub item_id: Ulid, pub owner_id: Option<Ulid>, pub title: String,
//! #     pub created_at: DateTime<Utc> }
//! # #[derive(SingleTable)]
//! # #[dal(patterns = "examples/clinic.yaml")]
//! # pub enum Clinic { Item(Item) }
//! use std::borrow::Cow;
//!
//! #[derive(Deserialize)]
//! struct Line<'a> {
//!     #[serde(borrow)]
//!     title: Cow<'a, str>, // a copy only where JSON had to escape something
//! }
//!
//! # async fn run(clinic: Scope<Clinic>, owner: Ulid) -> Result<(), dal::Error> {
//! let page = Item::items_by_owner(&clinic, owner).raw().await?; // a RawPage: the text, checked
//! for line in page.items::<Line>() {
//!     println!("{}", line?.title);
//! }
//! # Ok(())
//! # }
//! # fn main() {}
//! ```
//!
//! The programs under `examples/` run on an embedded engine, without an account or a network.
//!
//! # What to reach for
//!
//! | | |
//! |---|---|
//! | [`Dal`], [`Scope`] | a table, and one tenant of it |
//! | [`Write`] | create, put, update, patch, upsert, move, delete |
//! | [`WriteManaged`] | the same through `&mut`, for entities with a version or times that dal fills in |
//! | [`Guard`] | what keeps a value unique, for programs that read a table by other means |
//! | [`Condition`] | `.only_if(…)` of writes and `.filter(…)` of reads, from attributes |
//! | [`Query`], [`First`], [`Collect`], [`Get`] | what the methods of patterns return: builders that are awaited |
//! | [`Page`], [`Cursor`], [`ItemStream`] | what they give |
//! | [`RawPage`] | a page whose items borrow from its text: `.raw()` of a query |
//! | [`BatchGet`], [`BatchWrite`] | any number of items, in as few requests as it takes; not atomic |
//! | [`Transaction`], [`TransactionGet`] | up to 100 items of any entities, all or none |
//! | [`Hydrate`] | whole items from an index that holds parts of them |
//! | [`Dal::scan`] | the whole table, of all tenants: for migrations and exports |
//! | [`Error`] | what can go wrong, to be matched on |
//! | [`item`] | attributes: how serde's types become DynamoDB's; sets, binary, [`Ttl`] |
//!
//! # Features
//!
//! - `connect`: `Dal::connect`, the AWS default configuration chain and TLS.
//! - `lambda-events`, `streams`: records of DynamoDB Streams as changes of the table's entities, from `aws_lambda_events` and
//!   from `aws-sdk-dynamodbstreams`.
//! - `chrono`, `jiff`, `time`, `uuid`, `ulid`, `rust_decimal`: the types of these crates as parts of keys.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub use dal_derive::SingleTable;
pub use dal_runtime::*;

pub use dal_runtime::item::{Ttl, binary, binary_set, number, number_set, string_set, ttl};

#[doc(hidden)]
pub use dal_runtime::private as __private;

/// What a program that uses dal needs in scope: `use dal::prelude::*`.
pub mod prelude {
    pub use crate::{
        Cursor, Dal, Entity as _, EntityExt as _, Page, Scope, SingleTable, Write, WriteManaged,
    };
}
