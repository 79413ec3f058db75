//! dal-derive
