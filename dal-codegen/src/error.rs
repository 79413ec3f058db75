//! Errors of one derive, collected so that all of them are shown at once.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

/// The errors and warnings found so far.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    errors: Vec<(Span, String)>,
    warnings: Vec<(Span, String)>,
}

impl Errors {
    /// Adds an error that points at `span`.
    pub(crate) fn push(&mut self, span: Span, text: impl Into<String>) {
        let text = text.into();
        if !self.errors.iter().any(|(_, known)| *known == text) {
            self.errors.push((span, text));
        }
    }

    /// Adds a warning that points at `span`.
    pub(crate) fn warn(&mut self, span: Span, text: impl Into<String>) {
        self.warnings.push((span, text.into()));
    }

    /// The errors as `compile_error!`, the warnings as uses of deprecated constants: the only warning
    /// that stable Rust lets a macro give.
    pub(crate) fn into_tokens(self) -> TokenStream {
        let errors = self.errors.into_iter().map(|(span, text)| {
            let mut text = Literal::string(&text);
            text.set_span(span);
            quote_spanned!(span=> ::core::compile_error!(#text);)
        });
        let warnings = self.warnings.into_iter().map(|(span, text)| {
            let used = quote_spanned!(span=> WARNING);
            quote_spanned! {span=>
                const _: () = {
                    #[deprecated(note = #text)]
                    const WARNING: () = ();
                    #used
                };
            }
        });
        errors.chain(warnings).collect()
    }
}
