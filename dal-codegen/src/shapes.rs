//! The shapes of a source file: what the command line checks without compiling.

use std::path::Path;
use std::sync::Arc;

use dal_spec::shape::{Body, Shape};
use dal_spec::source::{Place, Source};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, File, Item};

use crate::error::Errors;
use crate::file::derives as has_derive;
use crate::parse::Input;

/// The types of a file that derive `SingleTable`, those in its inline modules included, in the order of the file.
pub fn derives(file: &File) -> Vec<DeriveInput> {
    let mut found = Vec::new();
    collect(&file.items, &mut found);
    found
}

fn collect(items: &[Item], found: &mut Vec<DeriveInput>) {
    for item in items {
        match item {
            Item::Struct(item) if has_derive(&item.attrs) => found.push(DeriveInput::from(item.clone())),
            Item::Enum(item) if has_derive(&item.attrs) => found.push(DeriveInput::from(item.clone())),
            Item::Mod(item) => {
                if let Some((_, content)) = &item.content {
                    collect(content, found);
                }
            }
            _ => {}
        }
    }
}

/// The shapes of the types of a file that derive `SingleTable`, each name with its place in the file.
pub fn shapes(file: &File, path: &Path, text: &str) -> Vec<Shape> {
    let name = path.display().to_string();
    let source = Arc::new(Source { name, path: path.to_owned(), text: text.to_owned() });
    derives(file).iter().filter_map(|input| shape(input, &source)).collect()
}

fn shape(input: &DeriveInput, source: &Arc<Source>) -> Option<Shape> {
    // What is wrong with the attributes is the compiler's to say: a check of the list sees what can be read.
    let mut shape = Input::parse(input, &mut Errors::default()).shape()?;
    shape.place = Some(place(input.ident.span(), source));
    match (&mut shape.body, &input.data) {
        (Body::Struct(fields), Data::Struct(data)) => {
            for (field, written) in fields.iter_mut().zip(&data.fields) {
                field.place = Some(place(written.ident.span(), source));
            }
        }
        (Body::Enum(variants), Data::Enum(data)) => {
            for (variant, written) in variants.iter_mut().zip(&data.variants) {
                variant.place = Some(place(written.ident.span(), source));
            }
        }
        _ => {}
    }
    Some(shape)
}

fn place(span: Span, source: &Arc<Source>) -> Place {
    let (start, end) = (span.start(), span.end());
    let length = if start.line == end.line { end.column.saturating_sub(start.column).max(1) } else { 1 };
    Place { source: source.clone(), line: start.line, column: start.column + 1, length }
}
