//! Serde's attributes, as far as the names and presence of DynamoDB attributes depend on them.
//!
//! Serde's own derive reports what is malformed; here a malformed attribute is left to it.

use dal_spec::{Code, Diagnostic};
use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned as _;
use syn::{Attribute, ExprPath, LitStr, Token};

use super::case::Rule;
use crate::error::Errors;

/// How serde fills what is missing.
#[derive(Clone, Default)]
pub(crate) enum DefaultIs {
    /// It does not.
    #[default]
    Missing,
    /// `default`
    Trait,
    /// `default = "path"`
    Path(ExprPath),
}

/// What `#[serde(…)]` says on a struct or an enum.
#[derive(Default)]
pub(crate) struct ContainerAttributes {
    /// `rename_all`
    pub(crate) rename_all: Rule,
    /// `default`
    pub(crate) default: DefaultIs,
    /// What changes the form of the whole item: the word and where it stands.
    pub(crate) form: Option<(&'static str, Span)>,
}

/// What `#[serde(…)]` says on a field or a variant.
#[derive(Default)]
pub(crate) struct FieldAttributes {
    /// `rename`
    pub(crate) rename: Option<String>,
    /// `alias`: names that it is read by besides its own.
    pub(crate) aliases: Vec<String>,
    /// `default`
    pub(crate) default: DefaultIs,
    /// `flatten`
    pub(crate) flatten: bool,
    /// `skip_serializing_if`
    pub(crate) skip_serializing_if: bool,
    /// `skip`, `skip_serializing`
    pub(crate) skip_serializing: bool,
    /// `skip`, `skip_deserializing`
    pub(crate) skip_deserializing: bool,
    /// The function that writes it.
    pub(crate) serialize_with: Option<ExprPath>,
    /// The function that reads it.
    pub(crate) deserialize_with: Option<ExprPath>,
    /// The attribute's text for messages: `with = "…"`.
    pub(crate) with: Option<String>,
}

/// A value for both directions: `x = "…"` or `x(serialize = "…", deserialize = "…")`.
#[derive(Default)]
struct Directions {
    serialize: Option<String>,
    deserialize: Option<String>,
    span: Option<Span>,
}

impl Directions {
    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        self.span = Some(meta.path.span());
        if meta.input.peek(Token![=]) {
            let text = meta.value()?.parse::<LitStr>()?.value();
            self.serialize = Some(text.clone());
            self.deserialize = Some(text);
            return Ok(());
        }
        meta.parse_nested_meta(|meta| {
            let text = meta.value()?.parse::<LitStr>()?.value();
            if meta.path.is_ident("serialize") {
                self.serialize = Some(text);
            } else if meta.path.is_ident("deserialize") {
                self.deserialize = Some(text);
            }
            Ok(())
        })
    }

    /// The one name of a field, or an error where the two directions differ. A direction that is not given has the
    /// name `otherwise`.
    fn name(self, otherwise: &str, errors: &mut Errors) -> Option<String> {
        let span = self.span?;
        let write = self.serialize.as_deref().unwrap_or(otherwise);
        let read = self.deserialize.as_deref().unwrap_or(otherwise);
        if write != read {
            let found = Diagnostic::new(
                Code::RenamedOneWay,
                format!(
                    "serde writes this as `{write}` and reads it as `{read}`: an item would not read back what it wrote"
                ),
            );
            errors.push(
                span,
                found.help(format!(
                    "give it one name and read the other too: #[serde(rename = \"{write}\", alias = \"{read}\")]"
                )),
            );
        }
        Some(write.to_owned())
    }

    /// The one rule of a struct, or an error where the two directions differ.
    fn rule(self, errors: &mut Errors) -> Option<Rule> {
        let span = self.span?;
        let rule = |text: &Option<String>| text.as_deref().and_then(Rule::parse).unwrap_or_default();
        let (write, read) = (rule(&self.serialize), rule(&self.deserialize));
        if write != read {
            let found = Diagnostic::new(
                Code::RenamedOneWay,
                "serde writes these names by one rule and reads them by another: an item would not read back what it wrote",
            );
            errors.push(span, found.help("give one rule for both: #[serde(rename_all = \"…\")]"));
        }
        Some(write)
    }
}

/// Skips the value of a word that has no meaning here.
fn skip(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    } else if meta.input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in meta.input);
        content.parse::<proc_macro2::TokenStream>()?;
    }
    Ok(())
}

fn path(meta: &ParseNestedMeta<'_>) -> syn::Result<ExprPath> {
    meta.value()?.parse::<LitStr>()?.parse()
}

fn default(meta: &ParseNestedMeta<'_>) -> syn::Result<DefaultIs> {
    if meta.input.peek(Token![=]) { path(meta).map(DefaultIs::Path) } else { Ok(DefaultIs::Trait) }
}

fn each(attributes: &[Attribute], mut read: impl FnMut(&ParseNestedMeta<'_>) -> syn::Result<()>) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        // A malformed attribute is reported by serde's derive.
        let _ = attribute.parse_nested_meta(|meta| read(&meta));
    }
}

impl ContainerAttributes {
    /// What the attributes of a struct or an enum say.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        const FORMS: [&str; 7] = ["from", "try_from", "into", "transparent", "untagged", "tag", "remote"];
        let mut this = Self::default();
        let mut rename_all = Directions::default();
        each(attributes, |meta| {
            if meta.path.is_ident("rename_all") {
                return rename_all.read(meta);
            }
            if meta.path.is_ident("default") {
                this.default = default(meta)?;
                return Ok(());
            }
            if let Some(word) = FORMS.iter().find(|word| meta.path.is_ident(word)) {
                this.form.get_or_insert((word, meta.path.span()));
            }
            skip(meta)
        });
        this.rename_all = rename_all.rule(errors).unwrap_or_default();
        this
    }
}

impl FieldAttributes {
    /// What the attributes of a field or a variant say; `name` is its name under the container's rule.
    pub(crate) fn parse(attributes: &[Attribute], name: &str, errors: &mut Errors) -> Self {
        let mut this = Self::default();
        let mut rename = Directions::default();
        each(attributes, |meta| {
            let path_is = |word: &str| meta.path.is_ident(word);
            if path_is("rename") {
                return rename.read(meta);
            }
            if path_is("default") {
                this.default = default(meta)?;
            } else if path_is("alias") {
                this.aliases.push(meta.value()?.parse::<LitStr>()?.value());
            } else if path_is("flatten") {
                this.flatten = true;
            } else if path_is("skip") {
                this.skip_serializing = true;
                this.skip_deserializing = true;
            } else if path_is("skip_serializing") {
                this.skip_serializing = true;
            } else if path_is("skip_deserializing") {
                this.skip_deserializing = true;
            } else if path_is("skip_serializing_if") {
                this.skip_serializing_if = true;
                skip(meta)?;
            } else if path_is("with") {
                let module = path(meta)?;
                this.with = Some(format!("with = \"{}\"", super::text(&module)));
                let function = |name: &str| {
                    let mut function = module.clone();
                    function.path.segments.push(syn::Ident::new(name, module.span()).into());
                    function
                };
                this.serialize_with = Some(function("serialize"));
                this.deserialize_with = Some(function("deserialize"));
            } else if path_is("serialize_with") {
                let function = path(meta)?;
                this.with = Some(format!("serialize_with = \"{}\"", super::text(&function)));
                this.serialize_with = Some(function);
            } else if path_is("deserialize_with") {
                let function = path(meta)?;
                this.with = Some(format!("deserialize_with = \"{}\"", super::text(&function)));
                this.deserialize_with = Some(function);
            } else {
                // `skip_serializing_if`, `borrow`, `bound`, `getter`, … change no name.
                skip(meta)?;
            }
            Ok(())
        });
        this.rename = rename.name(name, errors);
        this
    }

    /// Whether serde skips it in one direction at least.
    pub(crate) fn skips(&self) -> bool {
        self.skip_serializing || self.skip_deserializing
    }
}
