//! What is wrong with one type, collected so that all of it is shown at once.

use dal_spec::Diagnostic;
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

/// The errors and warnings found so far, each with where it points.
#[derive(Debug, Default)]
pub(crate) struct Errors(Vec<(Span, Diagnostic)>);

impl Errors {
    /// Adds what was found at `span`.
    pub(crate) fn push(&mut self, span: Span, found: Diagnostic) {
        if !self.0.iter().any(|(_, known)| *known == found) {
            self.0.push((span, found));
        }
    }

    /// All of it, in the order in which it was found.
    #[cfg(feature = "files")]
    pub(crate) fn into_found(self) -> Vec<(Span, Diagnostic)> {
        self.0
    }

    /// The errors as `compile_error!`, the warnings as uses of deprecated constants: the only warning
    /// that stable Rust lets a macro give.
    pub(crate) fn into_tokens(self) -> TokenStream {
        let (errors, warnings): (Vec<_>, Vec<_>) =
            self.0.into_iter().partition(|(_, found)| found.is_error());
        let errors = errors.into_iter().map(|(span, found)| {
            let mut text = Literal::string(&found.render());
            text.set_span(span);
            quote_spanned!(span=> ::core::compile_error!(#text);)
        });
        let warnings = warnings.into_iter().map(|(span, found)| {
            let text = found.render();
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
