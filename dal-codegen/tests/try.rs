//! Try.
#![allow(missing_docs, unreachable_pub, missing_debug_implementations)]
mod support;
#[test]
fn print() {
    let source = syn::parse_file(&std::fs::read_to_string(std::env::var("TRY").unwrap()).unwrap()).unwrap();
    let out = dal_codegen::expand_file(&source, &support::invocacare());
    let text = prettyplease::unparse(&out);
    println!("{text}");
    eprintln!("{} lines", text.lines().count());
}
