//! What the laws of the wire are held with: arbitrary values of every type, their text in any form, and the SDK's own codec.
#![allow(dead_code, unreachable_pub, reason = "each test uses some of it")]

pub mod sdk;
pub mod seen;
pub mod text;
pub mod value;

use proptest::prelude::ProptestConfig;

/// Runs each law over as many cases as `DAL_LAW_CASES` says; ten thousand of them take a minute and a half for all laws.
pub fn config() -> ProptestConfig {
    let cases = std::env::var("DAL_LAW_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2_000);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
