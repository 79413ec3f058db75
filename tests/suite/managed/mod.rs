//! What dal keeps up: versions, times, and guards of unique values.

mod cancelled;
mod domain;
mod guards;
mod random;
mod times;
mod versions;
