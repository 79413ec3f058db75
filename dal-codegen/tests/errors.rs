//! What a user reads: `tests/errors/x.rs` is read, `tests/errors/x.txt` is what the derives say of it.
//!
//! `DAL_BLESS=1 cargo test -p dal-codegen` writes what is, for review with `git diff`.
#![allow(missing_docs)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use dal_codegen::{Report, expand};
use dal_spec::Loaded;
use proc_macro2::{TokenStream, TokenTree};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors")
}

fn list(source: &str) -> Loaded {
    let first = source.lines().next().unwrap_or_default();
    let name = first.strip_prefix("//! list: ").unwrap_or("patterns.yaml");
    dal_spec::load(&folder().join(name))
}

/// Each error with where it points: line and column of the input.
fn errors(tokens: TokenStream) -> Vec<(usize, usize, String)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Ident(ident) = token else { continue };
        if ident != "compile_error" {
            continue;
        }
        let Some(TokenTree::Group(group)) = tokens.get(at + 2) else { panic!("compile_error! takes a text") };
        let text: syn::LitStr = syn::parse2(group.stream()).unwrap();
        let start = text.span().start();
        found.push((start.line, start.column + 1, text.value()));
    }
    found
}

fn said(source: &str) -> String {
    let list = list(source);
    let mut report = Report::All;
    let mut out = String::new();
    for item in syn::parse_file(source).unwrap().items {
        let input: syn::DeriveInput = match item {
            syn::Item::Struct(item) => item.into(),
            syn::Item::Enum(item) => item.into(),
            syn::Item::Union(item) => item.into(),
            _ => continue,
        };
        let tokens = expand(&input, &list, report);
        report = Report::Own;
        // Whatever is wrong, what is given is code.
        syn::parse2::<syn::File>(tokens.clone()).unwrap();
        for (line, column, text) in errors(tokens) {
            writeln!(out, "{line}:{column}: {text}\n").unwrap();
        }
    }
    out
}

#[test]
fn texts() {
    let bless = std::env::var_os("DAL_BLESS").is_some();
    let mut different = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ext| ext != "rs") {
            continue;
        }
        count += 1;
        let text = said(&std::fs::read_to_string(&path).unwrap());
        assert!(!text.is_empty(), "{} is a mistake", path.display());
        let golden = path.with_extension("txt");
        if bless {
            std::fs::write(&golden, &text).unwrap();
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != text {
            different.push(format!("{}:\n{text}", golden.display()));
        }
    }
    assert!(count >= 10, "the mistakes are found");
    assert!(different.is_empty(), "bless with DAL_BLESS=1 what is right\n{}", different.join("\n"));
}

/// No message repeats another of the same list: one mistake is one error.
#[test]
fn each_error_is_said_once() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ext| ext != "rs") {
            continue;
        }
        let text = said(&std::fs::read_to_string(&path).unwrap());
        let mut firsts: Vec<&str> = text.lines().filter(|line| line.contains("[DAL")).collect();
        let all = firsts.len();
        firsts.sort_unstable();
        firsts.dedup_by_key(|line| line.split_once(": ").map_or(*line, |(_, text)| text));
        assert_eq!(firsts.len(), all, "{}:\n{text}", path.display());
    }
}

#[test]
fn a_union_is_refused() {
    let text = said("#[derive(SingleTable)] union Item { a: u8 }");
    assert!(
        text.contains("is a union, and #[derive(SingleTable)] is for structs and enums [DAL0820]"),
        "{text}"
    );
}

/// Input that no one would write, and code that comes of it all the same.
#[test]
fn no_input_makes_it_panic() {
    let inputs = [
        "struct Item;",
        "struct Item();",
        "struct Item {}",
        "enum Item {}",
        "enum Clinic {}",
        "enum Clinic { Item { a: Item }, Order(), Order2 = 5 }",
        "enum Everything { Item(Vec<Item>), Order(Option<Box<Order>>) }",
        "struct Everything { item: [Item; 2], order: (Order, Order), x: fn(u8) -> u8 }",
        "struct Everything {}",
        "struct Order { tenant_id: !, order_id: dyn Fn(), r#type: impl Copy }",
        "#[serde] #[serde(rename_all)] #[serde(=)] #[dal] #[dal(crate)] #[dal(crate = 5)] #[dal(patterns)] struct Order { \
         #[serde(rename = 5)] tenant_id: T, #[serde(default = \"1 + 1\", with = \"\")] order_id: O }",
        "#[serde(rename_all = \"Train-Case\")] struct Order { tenant_id: T, order_id: O }",
        "struct r#Item { r#fn: u8 }",
        "pub(in a::b) struct Item { tenant_id: T }",
    ];
    let lists = ["", "//! list: broken.yaml", "//! list: nowhere.yaml"];
    for list in lists.map(list) {
        for source in inputs {
            let input: syn::DeriveInput = syn::parse_str(source).unwrap();
            for report in [Report::All, Report::Own] {
                let tokens = expand(&input, &list, report);
                assert!(syn::parse2::<syn::File>(tokens.clone()).is_ok(), "{source}: {tokens}");
            }
        }
    }
}
