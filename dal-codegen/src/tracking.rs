//! What makes the compiler watch the list.

use std::path::PathBuf;

use proc_macro2::TokenStream;
use quote::quote;

/// A constant that makes the compiler watch the list's files, so that editing them compiles again what depends on them.
///
/// The file's text does not appear in the expansion: `env!` takes it as its message and drops it.
pub fn tracking(files: &[PathBuf]) -> TokenStream {
    // A file that is not there, or is no text, cannot be watched: its error is in the list's diagnostics.
    let readable = files.iter().filter(|file| std::fs::read_to_string(file).is_ok());
    let files = readable.filter_map(|file| file.to_str());
    let watched = files.map(|file| quote!(::core::env!("CARGO_PKG_NAME", ::core::include_str!(#file))));
    quote!(const _: &[&str] = &[#(#watched),*];)
}
