//! The shapes of a source file: what the command line checks without compiling.

use std::path::Path;
use std::sync::Arc;

use dal_spec::shape::{Body, Shape};
use dal_spec::source::{Place, Source};
use dal_spec::{Diagnostic, Loaded};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, File, Item};

use crate::check::checked;
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
            Item::Union(item) if has_derive(&item.attrs) => found.push(DeriveInput::from(item.clone())),
            Item::Mod(item) => {
                if let Some((_, content)) = &item.content {
                    collect(content, found);
                }
            }
            _ => {}
        }
    }
}

/// What the types of a file are and what is wrong with them, as their derives would say.
#[derive(Debug, Default)]
pub struct Types {
    /// The names of the types that the list knows, or that can be parts of keys.
    pub names: Vec<String>,
    /// What is wrong, each with its place in the file or in the list.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks the types of a file that derive `SingleTable` against the list. What the compiler alone can tell, such as the
/// type behind an alias, is not checked.
pub fn check_types(list: &Loaded, file: &File, path: &Path, text: &str) -> Types {
    let name = path.display().to_string();
    let source = Arc::new(Source { name, path: path.to_owned(), text: text.to_owned() });
    let mut types = Types::default();
    for derived in derives(file) {
        let mut errors = Errors::default();
        let input = Input::parse(&derived, &mut errors);
        let shape = shape(&input, &derived, &source);
        let Some(plan) = list.plan_of(&input.name()) else { continue };
        let (role, found) = checked(plan, shape.as_ref(), &input, &mut errors);
        if role.is_some() {
            types.names.push(input.name());
        }
        let own = errors.into_found().into_iter().map(|(span, found)| found.at(&place(span, &source), ""));
        types.diagnostics.extend(own.chain(found));
    }
    types
}

fn shape(input: &Input<'_>, derived: &DeriveInput, source: &Arc<Source>) -> Option<Shape> {
    let mut shape = input.shape()?;
    shape.place = Some(place(input.ident.span(), source));
    match (&mut shape.body, &derived.data) {
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
