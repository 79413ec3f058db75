//! `#[derive(SingleTable)]`: a shim over `dal-codegen`, which holds the generators, and `dal-spec`, which holds the rules.
//!
//! Here is only what needs a compiler: finding the list, reading it once per process, making the compiler watch its files.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod cache;
mod find;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dal_codegen::Report;
use proc_macro::TokenStream;
use proc_macro2::Span;
use syn::DeriveInput;

/// Typed keys, access patterns and the table, from `patterns.yaml`.
///
/// What the type is, the list decides: a struct named under `entities:` is an entity; the enum of the table's name in
/// UpperCamelCase is the table; a type named like a pattern over several entities (or its `into:`) is a collection; any
/// other tuple struct of one field, or enum of unit variants, is a type for parts of keys.
///
/// The list is `patterns.yaml` beside the source file if there is one, else at the package's root, unless
/// `#[dal(patterns = "path")]` names another file, relative to the package's root or to the source file. It is watched:
/// editing it compiles again what depends on it.
///
/// # Attributes
///
/// - `#[serde(…)]`: names and defaults of attributes are serde's.
/// - `#[dal(patterns = "path")]`: the list, if it is not at its place.
/// - `#[dal(crate = path)]`: where dal is, if it is not `::dal`.
/// - `#[dal(collections(path::Overview))]`: on the table's enum, where collections are that are not beside it.
/// - `#[dal(display)]`: on a key type, to write and read it by `Display` and `FromStr`.
#[proc_macro_derive(SingleTable, attributes(dal, serde))]
pub fn single_table(input: TokenStream) -> TokenStream {
    let input = match syn::parse::<DeriveInput>(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error().into(),
    };
    let tokens = catch_unwind(AssertUnwindSafe(|| derive(&input)));
    tokens.unwrap_or_else(|panic| bug(&input, panic.as_ref()).into_compile_error()).into()
}

fn derive(input: &DeriveInput) -> proc_macro2::TokenStream {
    let path = find::list(input);
    let (list, report) = cache::load(&path, &input.ident.to_string());
    let mut tokens = dal_codegen::expand(input, &list, report);
    // Once is enough for the compiler to watch the list, and every time costs it reading the files.
    if report == Report::All {
        tokens.extend(dal_codegen::tracking(&list.files));
    }
    tokens
}

/// No input may make dal panic: that it did is dal's mistake, and the message says so.
fn bug(input: &DeriveInput, panic: &(dyn Any + Send)) -> syn::Error {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    syn::Error::new(
        Span::call_site(),
        format!(
            "#[derive(SingleTable)] failed on `{}`: {text}\n\
             this is a bug in dal, not in your code: please report it with this type and its patterns.yaml",
            input.ident
        ),
    )
}
