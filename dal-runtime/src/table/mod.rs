//! The table itself: created for development and tests, verified at start-up.

mod create;
mod verify;
