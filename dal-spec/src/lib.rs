//! `patterns.yaml`: parsed, resolved, checked and planned.
//!
//! Data flows one way: text → [`Spec`](spec) (as written, every scalar with its place) → model (names
//! resolved) → diagnostics, or a [`Plan`]. Every rule of the language lives here, once: the derive, the
//! command line and the documents show the same verdict.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod kind;
pub mod plan;
pub mod prove;
pub mod shape;
pub mod source;

pub use kind::KindDef;
pub use plan::Plan;
pub use shape::Shape;
pub use source::{Place, Source};
