//! Values that live in keys only: how they are given to serde while an item is read.
//!
//! ```text
//! impl P::Entity for Item {
//!     const KEY_ONLY: &'static [&'static str] = &["item_id", "due"];
//!     fn key_only(of: &P::Parts, to: &mut P::KeyOnly) -> Result<(), P::KeyError> {
//!         to.required::<ItemId>("item_id", &P::of::<P::kinds::Ulid, _>().take(of, 1)?);
//!         to.optional::<UserId>("owner_id", P::of::<P::kinds::Ulid, _>().take_if(of, 2)?.as_ref());
//!         let value: Due = P::of::<P::kinds::Time, _>().take(of, 3)?;
//!         to.with("due", |to| m::serialize(&value, to));
//!         Ok(())
//!     }
//! }
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::context::{EntityContext, Part};
use super::tokens::number;

/// The members of the entity's impl; nothing where every value is an attribute.
pub(crate) fn key_only(cx: &EntityContext<'_>) -> TokenStream {
    let p = &cx.p;
    let parts: Vec<&Part<'_>> =
        cx.entity.key_only.iter().filter_map(|&number| cx.parts.get(number)).collect();
    if parts.is_empty() || cx.broken {
        return TokenStream::new();
    }
    let names = parts.iter().map(|part| &part.field.attribute);
    let values = parts.iter().map(|part| {
        let (name, codec, number) = (&part.field.attribute, part.codec(), number(part.number));
        let (ty, inner) = (part.field.ty, part.field.inner);
        let take = if part.field.optional {
            quote_spanned!(part.span()=> #codec.take_if(of, #number))
        } else {
            quote_spanned!(part.span()=> #codec.take(of, #number))
        };
        match (&part.field.serde.serialize_with, part.field.optional) {
            (Some(function), _) => quote! {
                let value: #ty = #take?;
                to.with(#name, |to| #function(&value, to));
            },
            (None, true) => quote!(to.optional::<#inner>(#name, #take?.as_ref());),
            (None, false) => quote!(to.required::<#inner>(#name, &#take?);),
        }
    });
    quote! {
        const KEY_ONLY: &'static [&'static str] = &[#(#names),*];
        fn key_only(of: &#p::Parts, to: &mut #p::KeyOnly) -> ::core::result::Result<(), #p::KeyError> {
            #(#values)*
            ::core::result::Result::Ok(())
        }
    }
}
