//! dal-runtime
