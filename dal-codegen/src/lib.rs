//! dal-codegen
