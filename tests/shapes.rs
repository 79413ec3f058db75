//! Shapes of Rust code that the derive must take: each module is a small program of another form, and runs on the
//! embedded engine.
//!
//! What must not compile is in `tests/ui`.

#![allow(dead_code, reason = "what only makes items is written, not read")]

mod shapes {
    mod bare;
    mod collections;
    mod in_functions;
    mod key_types;
    mod modules;
    mod names;
    mod renamed;
    mod serde_attributes;
    mod tenants;
    mod types;
}

use dal::Table;
use dal::prelude::*;

/// A new table on the engine inside the process.
async fn table<T: Table>() -> Dal<T> {
    let dal = Dal::new(dal_local::memory().await.expect("an engine in memory"));
    dal.create_table().await.expect("the table is created");
    dal
}
