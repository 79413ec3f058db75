//! The runtime of dal: what generated code and programs run on, over `aws-sdk-dynamodb`.
//!
//! Programs use it through the crate `dal`. The SDK's client stays what it is: its configuration, credentials, endpoints,
//! retries and interceptors hold for every call.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod attr;
mod batch;
mod body;
mod clock;
mod codec;
mod condition;
#[cfg(feature = "connect")]
mod connect;
mod cursor;
mod entity;
mod error;
mod handle;
mod hydrate;
pub mod item;
mod key_only;
mod keys;
mod names;
mod op;
mod page;
mod path;
#[doc(hidden)]
pub mod private;
mod room;
mod row;
mod scan;
mod schema;
mod shard;
mod stored;
#[cfg(any(feature = "lambda-events", feature = "streams"))]
mod streams;
mod table;
mod token;
mod transact;
mod update;
mod upkeep;
mod values;
pub mod wire;
mod write;

pub use attr::{
    Attr, Filled, Free, Grouped, Nested, Optional, Patchable, Primary, Removable, Settable, Unique,
};
pub use batch::get::{BatchGet, Found};
pub use batch::gets::Gets;
pub use batch::write::{BatchWrite, Unwritten, Written};
pub use batch::{DuplicateItem, OverLimit, Progress, Unprocessed, UnprocessedItem};
pub use clock::{Clock, FixedClock, SystemClock};
pub use condition::{Condition, Size};
pub use cursor::Cursor;
pub use dal_key::{AttributeType, KeyPart, KeyProblem, KeyValue, kinds};
pub use entity::{Entity, Holds, Key, KeyGroup, Projection, Sharded, Table};
pub use error::{
    ConditionFailed, CursorError, Error, ExpressionProblem, InvalidAttribute, InvalidExpression, InvalidKey,
    ItemError, ItemProblem, ItemTooLarge, NotUnique, ServiceError, TenantMismatch,
};
pub use handle::{Dal, Handle, Scope};
pub use hydrate::Hydrate;
pub use keys::KeyValues;
pub use op::collect::{Collect, Collection};
pub use op::delete::{Delete, Take};
pub use op::first::First;
pub use op::get::Get;
pub use op::move_to::Move;
pub use op::put::Put;
pub use op::query::{OnTable, Query, QueryPattern, Ranged, RangedCollection};
pub use op::raw::{RawPage, RawQuery};
pub use op::scan::PatternScan;
pub use op::stream::ItemStream;
pub use page::Page;
pub use path::{Attribute, Path};
pub use row::{ReadItem, Row};
pub use scan::{Scan, ScanStream};
pub use schema::{
    Buckets, EntitySchema, IndexProjection, IndexSchema, QueryPlan, Shards, TableIndex, TableSchema,
};
pub use stored::StoredItem;
#[cfg(any(feature = "lambda-events", feature = "streams"))]
pub use streams::{Change, ChangeKind};
pub use transact::check::Check;
pub use transact::read::TransactionGet;
pub use transact::write::{IntoActions, Transaction};
pub use transact::{TransactionCause, TransactionFailed, TransactionReason};
pub use update::{
    Edit, FillIn, GroupWriter, New, Nothing, Old, Patch, Returns, Update, UpdateStamped, Upsert,
};
pub use upkeep::expect::NeedsVersion;
pub use upkeep::guard::Guard;
pub use upkeep::modes::{
    Alone, Batched, ByMut, ByRef, Guarded, Managed, Plain, Unversioned, Versioned, With, Writes,
};
pub use upkeep::write::{MoveFilled, PutFilled, WriteManaged};
pub use values::{Elements, Keyed, Measured, Number, Prefixed, Searchable};
pub use write::{EntityExt, Write};
