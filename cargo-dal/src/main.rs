//! cargo dal
fn main() {}
