//! What dal keeps up: versions, times, and guards of unique values.

mod domain;
mod guards;
mod random;
mod times;
mod versions;
