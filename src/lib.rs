//! Single-table design for Amazon DynamoDB: declared access patterns, proven at compile time, generated as typed code.
//!
//! A team lists its access patterns in `patterns.yaml` and derives [`SingleTable`] on its domain structs. At compile time
//! the derive proves that each pattern is answered by one GetItem or one Query, and generates typed keys, a complete
//! method per pattern, writes that cannot leave an index stale, and a struct for what each index projects. A small
//! runtime runs them on `aws-sdk-dynamodb`.
//!
//! # The list and the structs
//!
//! `patterns.yaml` stands at the package's root. It names the table, the templates of the keys, and the patterns:
//!
//! ```yaml
//! version: 1
//! table:
//!   name: clinic
//!   key: { partition: PK, sort: SK }
//!   tenant: TENANT#{tenant_id}             # the beginning of every partition
//!   type: entity
//!   indexes:
//!     GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] }
//! types: { tenant_id: ulid, item_id: ulid, owner_id: ulid, created_at: time.ms }
//! entities:
//!   Item:
//!     sort: ITEM#{item_id}
//!     GSI1: { partition: '{tenant}#OWNER#{owner_id}', sort: '{created_at}#{item_id}' }
//! patterns:
//!   - { name: get_item, get: Item }
//!   - { name: items_by_owner, query: Item, index: GSI1, range: created_at, order: newest, limit: 50, select: [title] }
//! ```
//!
//! The structs hold the attributes, named as serde names them; an enum of all entities is the table:
//!
//! ```ignore
//! use dal::prelude::*;
//!
//! #[derive(SingleTable, Serialize, Deserialize)]
//! pub struct Item {
//!     pub tenant_id: TenantId,
//!     pub item_id: ItemId,
//!     pub owner_id: Option<UserId>,          // sparse: without owner, no entry in the index
//!     pub title: String,
//!     pub created_at: DateTime<Utc>,
//! }
//!
//! #[derive(SingleTable)]
//! pub enum Clinic { Item(Item) }
//! ```
//!
//! # Using it
//!
//! ```ignore
//! let dal: Dal<Clinic> = Dal::connect().await?;          // or Dal::new(client), over any aws_sdk_dynamodb::Client
//! let clinic = dal.tenant(tenant_id);                    // a Scope: the only way to reach a tenant's items
//!
//! item.create(&clinic).await?;                           // all keys of all indexes; fails if the key exists
//! let one = Item::get_item(&clinic, item_id).await?;     // one GetItem
//! let page = Item::items_by_owner(&clinic, owner_id).range(monday..sunday).limit(20).await?;   // one Query
//! let next = page.cursor();                              // opaque; refused by any other pattern or tenant
//! ```
//!
//! The programs under `examples/` show this on an embedded engine, without an account or a network.
//!
//! # Features
//!
//! - `connect`: [`Dal::connect`], the AWS default configuration chain and TLS.
//! - `chrono`, `jiff`, `time`, `uuid`, `ulid`, `rust_decimal`: the types of these crates as parts of keys.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub use dal_derive::SingleTable;
pub use dal_runtime::*;

pub use dal_runtime::item::{Ttl, binary, binary_set, number_set, string_set, ttl};

#[doc(hidden)]
pub use dal_runtime::private as __private;

/// What a program that uses dal needs in scope: `use dal::prelude::*`.
pub mod prelude {
    pub use crate::{Cursor, Dal, Page, Scope, SingleTable, Write};
}
