//! Attributes as tokens, for updates, conditions and filters.
//!
//! ```text
//! impl Item {
//!     /// The attribute `title`.
//!     pub const TITLE: P::Attr<Self, String> = P::attr("title");
//!     /// The attribute `note`.
//!     pub const NOTE: P::Attr<Self, String, P::Optional> = P::attr("note");
//!     /// The attribute `item_id`, of the primary key.
//!     pub const ITEM_ID: P::Attr<Self, ItemId, P::Primary> = P::attr("item_id");
//!     /// The attribute `owner_id`, which `ItemGsi1Parts` writes.
//!     pub const OWNER_ID: P::Attr<Self, UserId, P::Grouped> = P::attr("owner_id");
//!     /// The attribute `email`, which is unique: set by `create`, `put` or `patch`.
//!     pub const EMAIL: P::Attr<Self, String, P::Unique> = P::attr("email");
//!     /// The attribute `rev`, which dal fills (`version:`).
//!     pub const REV: P::Attr<Self, u64, P::Filled> = P::attr("rev");
//!     /// The attribute `due`.
//!     pub const DUE: P::Attr<Self, Due> = P::Attr::with("due", |value, json| P::write_with(value, json, |value, to| m::serialize(value, to)));
//! }
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use super::context::EntityContext;
use super::group::group_name;
use super::tokens::docs;
use crate::names;
use crate::parse::Field;

/// The constants of the entity's inherent impl.
pub(crate) fn attributes(cx: &EntityContext<'_>) -> TokenStream {
    cx.input.fields().iter().filter(|field| cx.is_stored(field)).map(|field| attribute(cx, field)).collect()
}

/// Whether a unique key is built from the field.
pub(crate) fn is_unique(cx: &EntityContext<'_>, field: usize) -> bool {
    cx.entity.unique.iter().flat_map(|unique| unique.template.fields()).any(|used| used == field)
}

fn attribute(cx: &EntityContext<'_>, field: &Field<'_>) -> TokenStream {
    let EntityContext { p, .. } = cx;
    let name = names::ident(&names::screaming(&field.name), names::generated(field.ident.span()));
    let attribute = &field.attribute;
    let part = cx.part_of(field).map(|part| part.number);
    let group = part.and_then(|number| cx.entity.groups.iter().find(|group| group.fields.contains(&number)));
    let (role, doc) = if part.is_some_and(|number| number < cx.entity.primary_fields) {
        (Some(quote!(Primary)), format!("The attribute `{attribute}`, of the primary key."))
    } else if let Some((_, word)) =
        part.and_then(|number| cx.entity.managed.fields().find(|(f, _)| *f == number))
    {
        (Some(quote!(Filled)), format!("The attribute `{attribute}`, which dal fills (`{word}:`)."))
    } else if part.is_some_and(|number| is_unique(cx, number)) {
        (
            Some(quote!(Unique)),
            format!("The attribute `{attribute}`, which is unique: set by `create`, `put` or `patch`."),
        )
    } else if let Some(group) = group {
        (
            Some(quote!(Grouped)),
            format!("The attribute `{attribute}`, which [`{}`] writes.", group_name(cx, group)),
        )
    } else {
        (field.optional.then(|| quote!(Optional)), format!("The attribute `{attribute}`."))
    };
    let role = role.map(|role| quote!(, #p::#role));
    let doc = docs(&doc);
    let vis = field.vis;
    match &field.serde.serialize_with {
        Some(function) => {
            let ty = field.ty;
            quote! {
                #doc
                #vis const #name: #p::Attr<Self, #ty #role> =
                    #p::Attr::with(#attribute, |value, json| #p::write_with(value, json, |value, to| #function(value, to)));
            }
        }
        None => {
            let ty = field.inner;
            quote! {
                #doc
                #vis const #name: #p::Attr<Self, #ty #role> = #p::attr(#attribute);
            }
        }
    }
}
