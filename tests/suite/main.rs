//! The behaviour suite: what dal does, on a real engine.
//!
//! It runs on the engine inside the process, or on the server that `AWS_ENDPOINT_URL_DYNAMODB` names; what a server lacks
//! is named in `engines`.

#[path = "../../examples/domain/mod.rs"]
mod domain;

mod adopted;
mod adversary;
mod bad_items;
mod bad_keys;
mod borrowed;
mod clinics;
mod cursors;
mod desk;
mod engines;
mod faults;
mod inverted;
mod keys;
mod limits;
mod managed;
mod many;
mod mixed;
mod model;
mod native;
mod order;
mod patterns;
mod ranges;
mod raw;
mod reads;
mod retries;
mod spanning;
mod spread;
mod support;
mod table;
mod tenancy;
mod transaction_faults;
mod transactions;
mod ttl;
mod writes;
mod written;
