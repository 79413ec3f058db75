//! What the runtime keeps of an entity: fields that it fills, and unique values.
//!
//! ```text
//! impl P::Entity for Item {
//!     type Writes = P::Plain; // or P::Guarded where values are unique, or P::Managed<P::Versioned, P::With<ItemGsi1Parts>>
//!     const SCHEMA: &'static P::EntitySchema = {
//!         &EntitySchema {
//!             …
//!             managed: ManagedFields { version: Some(fill(4, "rev", Int { min: 0, max: 18446744073709551615 })), ..ManagedFields::NONE },
//!             unique: &[unique("email", &["email"], key("PK", &[Lit("TENANT#"), seg(0, Ulid), Lit("#EMAIL#"), seg(3, Text(None)).lower()]))],
//!             ..EntitySchema::EMPTY
//!         }
//!     };
//!     fn stamp(of: Option<&mut Self>, field: u16, part: P::Part<'_>, json: &mut Vec<u8>) -> Result<(), P::EncodeError> {
//!         match field {
//!             4 => P::stamp(P::of::<P::kinds::Int, _>(), Self::REV, of.map(|of| &mut of.rev), part, json),
//!             _ => Ok(()),
//!         }
//!     }
//! }
//! ```

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::context::{EntityContext, Part};
use super::group::group_name;
use super::tokens::{key_attribute, kind, number};
use crate::names;

/// How items are written: the type `Writes`.
pub(crate) fn writes(cx: &EntityContext<'_>) -> TokenStream {
    let EntityContext { p, entity, .. } = cx;
    if entity.managed.is_empty() {
        let mode = if entity.unique.is_empty() { quote!(Plain) } else { quote!(Guarded) };
        return quote!(#p::#mode);
    }
    let version = if entity.managed.version.is_some() { quote!(Versioned) } else { quote!(Unversioned) };
    // An update writes the whole group that the time of the last write is in; what else is in it is the caller's.
    let stamped = entity.groups.iter().find(|group| group.stamped && !group.fields.is_empty());
    let update = match stamped {
        Some(group) => {
            let group = cx.ident(&group_name(cx, group));
            quote!(With<#group>)
        }
        None => quote!(Alone),
    };
    quote!(#p::Managed<#p::#version, #p::#update>)
}

/// What the schema says of it; nothing where there is nothing.
pub(crate) fn schema(cx: &EntityContext<'_>) -> TokenStream {
    let managed = (!cx.entity.managed.is_empty()).then(|| {
        let fields = cx.entity.managed.fields().filter_map(|(field, word)| {
            let part = cx.parts.get(field)?;
            let (word, field) = (names::ident(word, proc_macro2::Span::call_site()), number(field));
            let (attribute, kind) = (&part.field.attribute, kind(&part.plan.kind));
            Some(quote!(#word: Some(fill(#field, #attribute, #kind)),))
        });
        let rest = (cx.entity.managed.fields().count() < 3).then(|| quote!(..ManagedFields::NONE));
        quote!(managed: ManagedFields { #(#fields)* #rest },)
    });
    let unique = (!cx.entity.unique.is_empty()).then(|| {
        let keys = cx.entity.unique.iter().map(|unique| {
            let name = &unique.name;
            let fields: BTreeSet<usize> = unique.template.fields().collect();
            let attributes = fields
                .into_iter()
                .filter(|field| *field >= cx.entity.primary_fields)
                .filter_map(|field| cx.parts.get(field))
                .map(|part| &part.field.attribute);
            let key = key_attribute(cx.entity, &cx.plan.table.partition, &unique.template);
            quote!(unique(#name, &[#(#attributes),*], #key))
        });
        quote!(unique: &[#(#keys),*],)
    });
    quote!(#managed #unique)
}

/// The method `stamp`, where fields are filled.
pub(crate) fn stamp(cx: &EntityContext<'_>) -> TokenStream {
    if cx.entity.managed.is_empty() || cx.broken {
        return TokenStream::new();
    }
    let p = &cx.p;
    let arms = cx.entity.managed.fields().filter_map(|(field, _)| arm(cx.parts.get(field)?));
    quote! {
        fn stamp(
            of: ::core::option::Option<&mut Self>,
            field: u16,
            part: #p::Part<'_>,
            json: &mut ::std::vec::Vec<u8>,
        ) -> ::core::result::Result<(), #p::EncodeError> {
            match field {
                #(#arms,)*
                _ => ::core::result::Result::Ok(()),
            }
        }
    }
}

fn arm(part: &Part<'_>) -> Option<TokenStream> {
    let field = part.field;
    let (ident, codec, number, p) = (part.ident(), part.codec(), number(part.number), &part.p);
    let token = names::ident(&names::screaming(&field.name), names::generated(field.ident.span()));
    // A token of an `Option` field is of the value inside, unless a function of the field's own writes it.
    let whole = field.optional && field.serde.serialize_with.is_some();
    let function = if whole { quote!(stamp_option_with) } else { quote!(stamp) };
    let call = quote_spanned!(part.span()=> #p::#function);
    Some(quote!(#number => #call(#codec, Self::#token, of.map(|of| &mut of.#ident), part, json)))
}
