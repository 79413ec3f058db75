//! Key types: an enum of unit variants, each a word.
//!
//! ```text
//! impl P::KeyPart<P::kinds::Enum> for CallStatus {
//!     const WORDS: &'static str = "waiting|closed";
//!     fn part(&self) -> P::Part<'_> {
//!         P::word(match self { Self::Waiting => "waiting", Self::Closed => "closed" })
//!     }
//!     fn from_part(part: P::Part<'_>) -> Result<Self, P::KeyProblem> {
//!         match P::word_of(&part)? {
//!             "waiting" => Ok(Self::Waiting),
//!             "closed" => Ok(Self::Closed),
//!             other => Err(P::no_such_word(other)),
//!         }
//!     }
//! }
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::Code;
use super::tokens::alias;
use crate::names;
use crate::parse::Input;

/// The impls for an enum of unit variants.
pub(crate) fn key_enum(input: &Input<'_>) -> Code {
    let p = alias();
    let mut name = input.ident.clone();
    name.set_span(names::generated(name.span()));
    let variants: Vec<_> = input
        .variants()
        .iter()
        .map(|variant| {
            let mut ident = variant.ident.clone();
            ident.set_span(names::generated(ident.span()));
            (ident, variant.text.as_str())
        })
        .collect();
    let written = variants.iter().map(|(ident, word)| quote!(Self::#ident => #word));
    let read = variants.iter().map(|(ident, word)| quote!(#word => ::core::result::Result::Ok(Self::#ident)));
    let words = variants.iter().map(|(_, word)| *word).collect::<Vec<_>>().join("|");
    let impls = quote! {
        #[automatically_derived]
        impl #p::KeyPart<#p::kinds::Enum> for #name {
            const WORDS: &'static str = #words;
            fn part(&self) -> #p::Part<'_> {
                #p::word(match self { #(#written),* })
            }
            fn from_part(part: #p::Part<'_>) -> ::core::result::Result<Self, #p::KeyProblem> {
                match #p::word_of(&part)? {
                    #(#read,)*
                    other => ::core::result::Result::Err(#p::no_such_word(other)),
                }
            }
        }
    };
    Code { types: TokenStream::new(), impls }
}
