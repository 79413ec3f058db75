//! `#[dal(…)]`: dal's own attributes on a type.

use dal_spec::{Code, Diagnostic};
use syn::{Attribute, LitStr, Path, Token};

use crate::error::Errors;

/// The words that `#[dal(…)]` takes.
const WORDS: [&str; 4] = ["crate", "patterns", "collections", "display"];

/// What `#[dal(…)]` says.
#[derive(Default)]
pub(crate) struct DalAttributes {
    /// `crate = path`: where dal is, if not at `::dal`.
    pub(crate) root: Option<Path>,
    /// `patterns = "file.yaml"`, relative to the package's root.
    pub(crate) patterns: Option<LitStr>,
    /// `collections(path::Overview)`: where the collections of a table are, if not beside it.
    pub(crate) collections: Vec<Path>,
    /// `display`: a key type that is written by `Display` and read by `FromStr`.
    pub(crate) display: bool,
}

impl DalAttributes {
    /// What the attributes of a type say.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("dal")) {
            let read = attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("crate") {
                    let value = meta.value()?;
                    // Serde writes paths as text, Rust as paths: both are taken.
                    this.root = Some(if value.peek(LitStr) {
                        value.parse::<LitStr>()?.parse_with(Path::parse_mod_style)?
                    } else {
                        value.call(Path::parse_mod_style)?
                    });
                } else if meta.path.is_ident("patterns") {
                    this.patterns = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("display") {
                    this.display = true;
                } else if meta.path.is_ident("collections") {
                    let content;
                    syn::parenthesized!(content in meta.input);
                    let paths = content.parse_terminated(Path::parse_mod_style, Token![,])?;
                    this.collections.extend(paths);
                } else {
                    return Err(meta.error(unknown(&super::text(&meta.path))));
                }
                Ok(())
            });
            if let Err(error) = read {
                errors.push(error.span(), refused(&error));
            }
        }
        this
    }
}

/// What is wrong with the words.
fn refused(error: &syn::Error) -> Diagnostic {
    let text = error.to_string();
    let (message, help) = match text.split_once('\n') {
        Some((message, help)) => (message.to_owned(), help.to_owned()),
        // The parser's own words, of a value of another form.
        None => (
            format!("#[dal(…)] cannot be read: {text}"),
            "its words are `crate = path`, `patterns = \"file.yaml\"`, `collections(path)` and `display`"
                .to_owned(),
        ),
    };
    Diagnostic::new(Code::DalAttribute, message).help(help)
}

/// The message and, behind a line break, the help.
fn unknown(word: &str) -> String {
    let near = WORDS.iter().find(|known| {
        let distance = strsim::damerau_levenshtein(word, known);
        distance <= (word.len().max(known.len()) / 3).max(1)
    });
    match near {
        Some(near) => format!("#[dal(…)] has no word `{word}`\ndid you mean `{near}`?"),
        None => format!(
            "#[dal(…)] has no word `{word}`\nit takes {}",
            WORDS.map(|word| format!("`{word}`")).join(", ")
        ),
    }
}
