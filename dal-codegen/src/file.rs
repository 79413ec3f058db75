//! Whole files: what `cargo dal expand` shows.

use dal_spec::Loaded;
use syn::{Attribute, DeriveInput, File, Item, Meta, Path, Token};

use crate::derive::{Report, expand};

/// The file with the code of each `#[derive(SingleTable)]` behind its type. Other derives stay as they are.
pub fn expand_file(source: &File, list: &Loaded) -> File {
    let mut report = Report::All;
    let mut file = source.clone();
    file.items = items(&source.items, list, &mut report);
    file
}

fn items(source: &[Item], list: &Loaded, report: &mut Report) -> Vec<Item> {
    let mut out = Vec::with_capacity(source.len());
    for item in source {
        let (kept, input) = match item {
            Item::Struct(item) if derives(&item.attrs) => {
                let mut kept = item.clone();
                kept.attrs = without_derive(&item.attrs);
                (Item::Struct(kept), Some(DeriveInput::from(item.clone())))
            }
            Item::Enum(item) if derives(&item.attrs) => {
                let mut kept = item.clone();
                kept.attrs = without_derive(&item.attrs);
                (Item::Enum(kept), Some(DeriveInput::from(item.clone())))
            }
            Item::Mod(item) => {
                let mut kept = item.clone();
                if let Some((brace, content)) = &item.content {
                    kept.content = Some((*brace, items(content, list, report)));
                }
                (Item::Mod(kept), None)
            }
            other => (other.clone(), None),
        };
        out.push(kept);
        if let Some(input) = input {
            let code = expand(&input, list, *report);
            *report = Report::Own;
            match syn::parse2::<File>(code.clone()) {
                Ok(code) => out.extend(code.items),
                Err(_) => out.push(Item::Verbatim(code)),
            }
        }
    }
    out
}

type Paths = syn::punctuated::Punctuated<Path, Token![,]>;

fn derived(attribute: &Attribute) -> Option<Paths> {
    if !attribute.path().is_ident("derive") {
        return None;
    }
    match &attribute.meta {
        Meta::List(list) => list.parse_args_with(Paths::parse_terminated).ok(),
        _ => None,
    }
}

fn is_ours(path: &Path) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == "SingleTable")
}

pub(crate) fn derives(attributes: &[Attribute]) -> bool {
    attributes.iter().filter_map(derived).any(|paths| paths.iter().any(is_ours))
}

/// The attributes without the derive, and without those that only it understands.
fn without_derive(attributes: &[Attribute]) -> Vec<Attribute> {
    let kept = attributes.iter().filter(|attribute| !attribute.path().is_ident("dal"));
    kept.filter_map(|attribute| match derived(attribute) {
        Some(paths) => {
            let others: Vec<Path> = paths.into_iter().filter(|path| !is_ours(path)).collect();
            (!others.is_empty()).then(|| syn::parse_quote!(#[derive(#(#others),*)]))
        }
        None => Some(attribute.clone()),
    })
    .collect()
}
