//! The typed key of an entity.
//!
//! ```text
//! /// The key of an [`Item`] inside its tenant: `TENANT#{tenant_id}` and `ITEM#{item_id}`.
//! pub struct ItemKey {
//!     /// The `item_id` of the [`Item`].
//!     pub item_id: ItemId,
//! }
//! impl P::Key for ItemKey {
//!     type Entity = Item;
//!     fn part(&self, field: u16) -> Option<P::Part<'_>> {
//!         match field {
//!             1 => P::of::<P::kinds::Ulid, _>().some(&self.item_id),
//!             _ => P::None,
//!         }
//!     }
//!     fn from_parts(of: &P::Parts) -> Result<Self, P::KeyError> {
//!         Ok(Self { item_id: P::of::<P::kinds::Ulid, _>().take(of, 1)? })
//!     }
//! }
//! impl Clone for ItemKey { … } // and Debug, PartialEq, Eq, Hash, each by one call of the runtime
//! ```

use dal_spec::KindDef;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::Code;
use super::context::{EntityContext, Part};
use super::tokens::{docs, number};

/// The key's struct and its impls.
pub(crate) fn key(cx: &EntityContext<'_>) -> Code {
    let EntityContext { p, vis, name: entity, .. } = cx;
    let key = cx.key_name();
    let parts = cx.key_parts();
    let shown = key.to_string();
    let about = docs(&about(cx));
    let fields = parts.iter().map(|part| {
        let (ident, ty) = (part.ident(), part.field.inner);
        let doc = docs(&format!("The `{}` of the [`{}`].", part.field.name, cx.entity.name));
        quote!(#doc #vis #ident: #ty,)
    });
    let body = if parts.is_empty() { quote!(;) } else { quote!({ #(#fields)* }) };
    let part = part_method(cx, parts.iter());
    let taken = parts.iter().map(|part| {
        let (ident, codec, number) = (part.ident(), part.codec(), number(part.number));
        let take = quote_spanned!(part.span()=> #codec.take(of, #number));
        quote!(#ident: #take?)
    });
    let from = if parts.is_empty() { quote!(_) } else { quote!(of) };
    let cloned = parts.iter().map(|part| {
        let (ident, codec) = (part.ident(), part.codec());
        quote!(#ident: #codec.copy(&self.#ident))
    });
    // Floats have no equality that hashing agrees with.
    let total = (!parts.iter().any(|part| matches!(part.plan.kind, KindDef::F64))).then(|| {
        quote! {
            #[automatically_derived]
            impl ::core::cmp::Eq for #key {}
            #[automatically_derived]
            impl ::core::hash::Hash for #key {
                fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                    #p::hash_key(self, state);
                }
            }
        }
    });
    let types = quote! {
        #about
        #vis struct #key #body
    };
    let impls = quote! {
        #[automatically_derived]
        impl #p::Key for #key {
            type Entity = #entity;
            #part
            fn from_parts(#from: &#p::Parts) -> ::core::result::Result<Self, #p::KeyError> {
                ::core::result::Result::Ok(Self { #(#taken),* })
            }
        }
        #[automatically_derived]
        impl ::core::clone::Clone for #key {
            fn clone(&self) -> Self {
                Self { #(#cloned),* }
            }
        }
        #[automatically_derived]
        impl ::core::fmt::Debug for #key {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #p::debug_key(self, #shown, f)
            }
        }
        #[automatically_derived]
        impl ::core::cmp::PartialEq for #key {
            fn eq(&self, other: &Self) -> bool {
                #p::eq_keys(self, other)
            }
        }
        #total
    };
    Code { types, impls }
}

fn about(cx: &EntityContext<'_>) -> String {
    let inside = if cx.entity.scoped { " inside its tenant" } else { "" };
    let sort = cx.entity.sort.as_ref().map(|sort| format!(" and `{}`", sort.text)).unwrap_or_default();
    format!("The key of [`{}`]{inside}: `{}`{sort}.", cx.entity.name, cx.entity.partition.text)
}

/// The method `part`, which gives the values of these fields.
pub(crate) fn part_method<'a>(
    cx: &EntityContext<'_>,
    parts: impl Iterator<Item = &'a Part<'a>>,
) -> TokenStream {
    let EntityContext { p, .. } = cx;
    let mut arms = Vec::new();
    for part in parts {
        let (ident, codec, number) = (part.ident(), part.codec(), number(part.number));
        // A part of the primary key is always there: the typed key has no `Option`, and a struct must not.
        let optional = part.field.optional && part.number >= cx.entity.primary_fields;
        arms.push(match (part.valued, optional) {
            (false, true) => quote!(#number => #p::presence(&self.#ident)),
            (false, false) => quote!(#number => #p::Some(#p::Part::Bool(true))),
            (true, true) => quote_spanned!(part.span()=> #number => #codec.optional(&self.#ident)),
            (true, false) => {
                let value = quote_spanned!(part.span()=> #codec.some(&self.#ident));
                quote!(#number => #value)
            }
        });
    }
    if arms.is_empty() {
        return quote! {
            fn part(&self, _: u16) -> ::core::option::Option<#p::Part<'_>> {
                ::core::option::Option::None
            }
        };
    }
    quote! {
        fn part(&self, field: u16) -> ::core::option::Option<#p::Part<'_>> {
            match field {
                #(#arms,)*
                _ => #p::None,
            }
        }
    }
}
