//! The fuzz targets: one function each, which takes any bytes and panics where a property does not hold.
//!
//! `cargo fuzz` runs them from `fuzz_targets/`; `tests/corpus.rs` runs them over the corpus and its mutations, as plain
//! tests that need no nightly compiler.

mod cursor;
mod item;
mod key;
mod list;
mod wire;

pub use cursor::cursor;
pub use item::item;
pub use key::key;
pub use list::list;
pub use wire::wire;
