//! The runtime of dal: what generated code and programs run on, over `aws-sdk-dynamodb`.
//!
//! Programs use it through the crate `dal`. The SDK's client stays what it is: its configuration, credentials, endpoints,
//! retries and interceptors hold for every call.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod attr;
mod body;
mod clock;
#[cfg(feature = "connect")]
mod connect;
mod cursor;
mod entity;
mod error;
mod handle;
pub mod item;
mod keys;
mod op;
mod page;
#[doc(hidden)]
pub mod private;
mod row;
mod schema;
mod stored;
mod table;
mod token;
mod update;
pub mod wire;
mod write;

pub use attr::{Attr, Free, Grouped, Optional, Primary, Removable, Settable};
pub use clock::{Clock, FixedClock, SystemClock};
pub use cursor::Cursor;
pub use dal_key::{AttributeType, KeyPart, KeyProblem, KeyValue, kinds};
pub use entity::{Entity, Holds, Key, KeyGroup, Projection, Table};
pub use error::{
    ConditionFailed, CursorError, Error, InvalidAttribute, InvalidKey, ItemError, ItemProblem, ItemTooLarge,
    ServiceError, TenantMismatch,
};
pub use handle::{Dal, Handle, Scope};
pub use keys::KeyValues;
pub use op::collect::{Collect, Collection};
pub use op::delete::{Delete, Take};
pub use op::first::First;
pub use op::get::Get;
pub use op::put::Put;
pub use op::query::{OnTable, Query, QueryPattern, Ranged};
pub use op::stream::ItemStream;
pub use page::Page;
pub use row::{ReadItem, Row};
pub use schema::{EntitySchema, IndexProjection, IndexSchema, QueryPlan, TableIndex, TableSchema};
pub use stored::StoredItem;
pub use update::{GroupWriter, Update};
pub use write::Write;
