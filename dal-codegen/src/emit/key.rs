//! The typed key of an entity.
//!
//! ```ignore
//! /// The key of an [`Item`] inside its tenant: `TENANT#{tenant_id}` and `ITEM#{item_id}`.
//! pub struct ItemKey {
//!     /// The `item_id` of the [`Item`].
//!     pub item_id: ItemId,
//! }
//! impl P::Key for ItemKey {
//!     type Entity = Item;
//!     fn part(&self, field: u16) -> Option<P::Part<'_>> {
//!         match field {
//!             1 => Some(P::part::<P::kinds::Ulid, _>(&self.item_id)),
//!             _ => None,
//!         }
//!     }
//!     fn from_parts(parts: &P::Parts) -> Result<Self, P::KeyError> {
//!         Ok(Self { item_id: P::take::<P::kinds::Ulid, _>(parts, 1)? })
//!     }
//! }
//! impl Clone for ItemKey { … } // and Debug, PartialEq, Eq, Hash, each by one call of the runtime
//! ```

use dal_spec::KindDef;
use proc_macro2::TokenStream;
use quote::quote;

use super::context::{EntityContext, Part};
use super::tokens::{docs, number};

/// The key's struct and its impls.
pub(crate) fn key(cx: &EntityContext<'_>) -> TokenStream {
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
    let part = part_method(cx, parts.iter().map(|part| value(cx, part)));
    let taken = parts.iter().map(|part| {
        let (ident, kind, number) = (part.ident(), &part.kind, number(part.number));
        quote!(#ident: #p::take::<#kind, _>(parts, #number)?)
    });
    let from = if parts.is_empty() { quote!(_) } else { quote!(parts) };
    let cloned = parts.iter().map(|part| {
        let ident = part.ident();
        quote!(#ident: ::core::clone::Clone::clone(&self.#ident))
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
    quote! {
        #about
        #vis struct #key #body
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
    }
}

fn about(cx: &EntityContext<'_>) -> String {
    let inside = if cx.entity.scoped { " inside its tenant" } else { "" };
    let sort = cx.entity.sort.as_ref().map(|sort| format!(" and `{}`", sort.text)).unwrap_or_default();
    format!("The key of [`{}`]{inside}: `{}`{sort}.", cx.entity.name, cx.entity.partition.text)
}

/// The arm of a key's part, which is never optional.
fn value(cx: &EntityContext<'_>, part: &Part<'_>) -> TokenStream {
    let EntityContext { p, .. } = cx;
    let (ident, kind, number) = (part.ident(), &part.kind, number(part.number));
    quote!(#number => ::core::option::Option::Some(#p::part::<#kind, _>(&self.#ident)))
}

/// The method `part`, from its arms.
pub(crate) fn part_method(cx: &EntityContext<'_>, arms: impl Iterator<Item = TokenStream>) -> TokenStream {
    let EntityContext { p, .. } = cx;
    let arms: Vec<TokenStream> = arms.collect();
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
                _ => ::core::option::Option::None,
            }
        }
    }
}

/// The arm of a part as the struct holds it: perhaps in an `Option`.
pub(crate) fn arm(cx: &EntityContext<'_>, part: &Part<'_>) -> TokenStream {
    let EntityContext { p, .. } = cx;
    let (ident, kind, number) = (part.ident(), &part.kind, number(part.number));
    match (part.valued, part.field.optional) {
        (false, _) => quote!(#number => #p::presence(&self.#ident)),
        (true, true) => quote!(#number => self.#ident.as_ref().map(#p::part::<#kind, _>)),
        (true, false) => value(cx, part),
    }
}
