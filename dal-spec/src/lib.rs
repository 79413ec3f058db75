//! `patterns.yaml`: parsed, resolved, checked and planned.
//!
//! Data flows one way: text → spec (as written, every scalar with its place) → model (names resolved) →
//! [`Diagnostic`]s, or a [`Plan`]. Every rule of the language lives here, once: the derive, the command line and
//! the documents show the same verdict.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! let list = "
//! version: 1
//! table: { name: notes, key: { partition: PK, sort: SK } }
//! types: { user_id: ulid, note_id: ulid }
//! entities:
//!   Note: { partition: 'USER#{user_id}', sort: 'NOTE#{note_id}' }
//! patterns:
//!   - { name: list_notes, query: Note }
//! ";
//! let files = BTreeMap::from([("patterns.yaml".to_owned(), list.to_owned())]);
//! let loaded = dal_spec::load_with("patterns.yaml", &files);
//! assert!(loaded.diagnostics.is_empty());
//! let plan = loaded.plan.expect("the table is understood");
//! assert_eq!(plan.patterns[0].params[0].name, "user_id");
//! ```
//!
//! What the list cannot know of the Rust types comes in as a plain [`Shape`]: [`role`] says what a type is on, and
//! [`check_shape`] what is wrong with it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod build;
mod check;
mod constant;
mod diagnostic;
mod explain;
mod files;
pub mod kind;
mod load;
pub mod lock;
mod model;
pub mod plan;
pub mod prove;
mod scalar;
pub mod shape;
mod shapes;
pub mod source;
mod spec;
mod suggest;
mod yaml;

pub use diagnostic::{Code, Diagnostic, Owner, Severity};
pub use explain::explain;
pub use files::Files;
pub use kind::KindDef;
pub use load::{Allowed, Loaded, Proof, load, load_with};
pub use lock::Lock;
pub use plan::Plan;
pub use scalar::scalar;
pub use shape::Shape;
pub use shapes::{Role, check_shape, role};
pub use source::{Place, Source};
pub use spec::words;
