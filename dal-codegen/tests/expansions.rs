//! Expansions as goldens: `tests/expand/x.rs` is read, `tests/expand/x.expanded.rs` is what comes of it.
//!
//! `DAL_BLESS=1 cargo test -p dal-codegen` writes what is, for review with `git diff`.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};

use dal_codegen::{Report, expand, expand_file};
use dal_spec::Loaded;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand")
}

fn inputs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut inputs: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|ext| ext == "rs"))
        .filter(|path| !path.to_str().unwrap().ends_with(".expanded.rs"))
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 8, "the goldens are found");
    inputs
}

/// The list that the file's first line names, or the usual one.
fn list(source: &str) -> Loaded {
    let first = source.lines().next().unwrap_or_default();
    let name = first.strip_prefix("//! list: ").unwrap_or("patterns.yaml");
    let list = dal_spec::load(&folder().join(name));
    let texts: Vec<String> = list.diagnostics.iter().map(dal_spec::Diagnostic::render).collect();
    assert!(texts.is_empty(), "{name} is clean:\n{}", texts.join("\n"));
    list
}

fn expanded(path: &Path) -> (syn::File, String) {
    let source = std::fs::read_to_string(path).unwrap();
    let file = expand_file(&syn::parse_file(&source).unwrap(), &list(&source));
    let text = prettyplease::unparse(&file);
    (file, text)
}

#[test]
fn goldens() {
    let bless = std::env::var_os("DAL_BLESS").is_some();
    let mut different = Vec::new();
    for input in inputs() {
        let golden = input.with_extension("expanded.rs");
        let (_, text) = expanded(&input);
        assert!(!text.contains("compile_error"), "{} has no errors:\n{text}", input.display());
        if bless {
            std::fs::write(&golden, &text).unwrap();
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != text {
            different.push(format!("{}:\n{text}", golden.display()));
        }
    }
    assert!(different.is_empty(), "bless with DAL_BLESS=1 what is right\n{}", different.join("\n"));
}

/// What a user pays to read: the lines that the derive adds to an entity with an index and two patterns.
#[test]
fn an_entity_with_an_index_and_two_patterns_is_short() {
    let (_, text) = expanded(&folder().join("item.rs"));
    assert!(text.contains("fn get_item") && text.contains("fn items_by_owner"), "both patterns are there");
    let own = text.lines().position(|line| line == "}").unwrap() + 1;
    let added = text.lines().count() - own;
    assert!(added <= 250, "{added} lines");
}

#[test]
fn expansion_is_deterministic() {
    for input in inputs() {
        assert_eq!(expanded(&input).1, expanded(&input).1, "{}", input.display());
    }
}

/// Names that generated code may not use bare: the user's module may give them another meaning, or none.
const PRELUDE: [&str; 25] = [
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "Vec",
    "String",
    "Into",
    "From",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "PartialEq",
    "Eq",
    "Hash",
    "Send",
    "Sync",
    "Iterator",
    "IntoIterator",
    "ToString",
    "ToOwned",
    "Box",
    "AsRef",
];

/// Finds identifiers of [`PRELUDE`] that neither follow `::` nor are the user's, outside blocks that import them.
fn bare(tokens: TokenStream, users: &[String], found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon =
        |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == ':');
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let text = group.stream().to_string();
                let imports = text.contains("use :: core :: option :: Option");
                let inner = if imports && group.delimiter() == Delimiter::Brace {
                    let allowed = ["Some".to_owned(), "None".to_owned()];
                    [users, &allowed].concat()
                } else {
                    users.to_vec()
                };
                bare(group.stream(), &inner, found);
            }
            TokenTree::Ident(ident) => {
                let text = ident.to_string();
                let before = at.checked_sub(1).and_then(|at| tokens.get(at));
                let in_path = is_colon(before) && is_colon(at.checked_sub(2).and_then(|at| tokens.get(at)));
                if PRELUDE.contains(&text.as_str()) && !in_path && !users.contains(&text) {
                    found.push(text);
                }
            }
            _ => {}
        }
    }
}

/// All names in the input's own tokens: types of fields are copied as they are written.
fn names(tokens: TokenStream, out: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => names(group.stream(), out),
            TokenTree::Ident(ident) => out.push(ident.to_string()),
            _ => {}
        }
    }
}

#[test]
fn generated_code_assumes_no_prelude() {
    let source = "#[derive(SingleTable)] pub struct Item { pub tenant_id: T, pub item_id: I, pub owner_id: O<U>, \
                  pub title: S, pub created_at: D }";
    let source = source.replace("O<U>", "std::option::Option<U>");
    let input: syn::DeriveInput = syn::parse_str(&source).unwrap();
    let list = list("");
    let tokens = expand(&input, &list, Report::All);
    let mut found = Vec::new();
    bare(tokens, &[], &mut found);
    assert_eq!(found, Vec::<String>::new());

    // Whole files: names that the user wrote are the user's.
    for path in inputs() {
        let source = std::fs::read_to_string(&path).unwrap();
        let list = self::list(&source);
        for item in types(&syn::parse_file(&source).unwrap().items) {
            let mut users = Vec::new();
            names(quote::ToTokens::to_token_stream(&item), &mut users);
            let mut found = Vec::new();
            bare(expand(&item, &list, Report::Own), &users, &mut found);
            assert_eq!(found, Vec::<String>::new(), "{}: {}", path.display(), item.ident);
        }
    }
}

fn types(items: &[syn::Item]) -> Vec<syn::DeriveInput> {
    let inputs = items.iter().flat_map(|item| match item {
        syn::Item::Struct(item) => vec![item.clone().into()],
        syn::Item::Enum(item) => vec![item.clone().into()],
        syn::Item::Mod(item) => item.content.iter().flat_map(|(_, items)| types(items)).collect(),
        _ => Vec::new(),
    });
    inputs.collect()
}

#[test]
fn generated_code_has_no_unsafe_and_no_panic() {
    for input in inputs() {
        let (_, text) = expanded(&input);
        for word in ["unsafe", "unwrap", "expect(", "panic", "todo!", "unreachable"] {
            assert!(!text.contains(word), "{} has {word}", input.display());
        }
    }
}

#[test]
fn every_impl_of_a_trait_says_that_it_is_derived() {
    for input in inputs() {
        let (file, _) = expanded(&input);
        let impls = impls(&file.items);
        for item in impls.iter().filter(|item| item.trait_.is_some()) {
            assert!(
                item.attrs.iter().any(|attribute| attribute.path().is_ident("automatically_derived")),
                "{}: {}",
                input.display(),
                quote::quote!(#item)
            );
        }
        assert!(!impls.is_empty());
    }
}

fn impls(items: &[syn::Item]) -> Vec<syn::ItemImpl> {
    let found = items.iter().flat_map(|item| match item {
        syn::Item::Impl(item) => vec![item.clone()],
        syn::Item::Mod(item) => item.content.iter().flat_map(|(_, items)| impls(items)).collect(),
        syn::Item::Const(item) => match &*item.expr {
            syn::Expr::Block(block) => {
                let statements = block.block.stmts.iter();
                let items: Vec<syn::Item> = statements
                    .filter_map(|statement| match statement {
                        syn::Stmt::Item(item) => Some(item.clone()),
                        _ => None,
                    })
                    .collect();
                impls(&items)
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    });
    found.collect()
}

/// Every item, field, constant and method that a user can reach has documentation.
#[test]
fn everything_public_is_documented() {
    let documented = |attributes: &[syn::Attribute]| attributes.iter().any(|a| a.path().is_ident("doc"));
    for input in inputs() {
        let source = std::fs::read_to_string(&input).unwrap();
        let list = list(&source);
        for item in types(&syn::parse_file(&source).unwrap().items) {
            let file: syn::File = syn::parse2(expand(&item, &list, Report::Own)).unwrap();
            for item in &file.items {
                match item {
                    syn::Item::Struct(item) => {
                        assert!(documented(&item.attrs), "{}", item.ident);
                        assert!(item.fields.iter().all(|field| documented(&field.attrs)), "{}", item.ident);
                    }
                    syn::Item::Enum(item) => assert!(documented(&item.attrs), "{}", item.ident),
                    _ => {}
                }
            }
            for item in impls(&file.items).iter().filter(|item| item.trait_.is_none()) {
                for member in &item.items {
                    match member {
                        syn::ImplItem::Const(member) => {
                            assert!(documented(&member.attrs), "{}", member.ident)
                        }
                        syn::ImplItem::Fn(member) => {
                            assert!(documented(&member.attrs), "{}", member.sig.ident)
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
