//! dal
