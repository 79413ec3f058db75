//! dal-local
