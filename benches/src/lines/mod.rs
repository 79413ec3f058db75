//! The same small domain with every contender: an item that its owner may have, stored with the keys of one index, got by
//! its id, and listed by its owner. What is counted: the lines that one writes, and those that there are after expansion.
//! `cargo bench -p dal-bench --features peers --bench build` counts them.
#![allow(dead_code, reason = "what is counted are its lines")]

pub mod aws_dynamo_derive;
pub mod dal;
pub mod dal_table;
pub mod facade;
pub mod modyne;
pub mod plain;
pub mod serde_dynamo;
