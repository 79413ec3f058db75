//! Key types: a tuple struct of one field.
//!
//! ```text
//! impl<K> P::KeyPart<K> for ItemId where Ulid: P::KeyPart<K> {
//!     const WORDS: &'static str = <Ulid as P::KeyPart<K>>::WORDS;
//!     fn part(&self) -> P::Part<'_> {
//!         P::KeyPart::<K>::part(&self.0)
//!     }
//!     fn from_part(part: P::Part<'_>) -> Result<Self, P::KeyProblem> {
//!         P::KeyPart::<K>::from_part(part).map(Self)
//!     }
//! }
//! // with #[dal(display)]:
//! impl P::KeyPart<P::kinds::Text> for Phone {
//!     fn part(&self) -> P::Part<'_> { P::display_part(&self.0) }
//!     fn from_part(part: P::Part<'_>) -> Result<Self, P::KeyProblem> { P::parse_part(&part).map(Self) }
//! }
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use super::Code;
use super::tokens::alias;
use crate::names;
use crate::parse::Input;

/// The impl for a newtype around `inner`.
pub(crate) fn newtype(input: &Input<'_>, inner: &Type) -> Code {
    let p = alias();
    let mut name = input.ident.clone();
    name.set_span(names::generated(name.span()));
    if input.dal.display {
        let impls = quote! {
            #[automatically_derived]
            impl #p::KeyPart<#p::kinds::Text> for #name {
                fn part(&self) -> #p::Part<'_> {
                    #p::display_part(&self.0)
                }
                fn from_part(part: #p::Part<'_>) -> ::core::result::Result<Self, #p::KeyProblem> {
                    #p::parse_part(&part).map(Self)
                }
            }
        };
        return Code { types: TokenStream::new(), impls };
    }
    let impls = quote! {
        #[automatically_derived]
        impl<K> #p::KeyPart<K> for #name where #inner: #p::KeyPart<K> {
            const WORDS: &'static str = <#inner as #p::KeyPart<K>>::WORDS;
            fn part(&self) -> #p::Part<'_> {
                #p::KeyPart::<K>::part(&self.0)
            }
            fn from_part(part: #p::Part<'_>) -> ::core::result::Result<Self, #p::KeyProblem> {
                #p::KeyPart::<K>::from_part(part).map(Self)
            }
        }
    };
    Code { types: TokenStream::new(), impls }
}
