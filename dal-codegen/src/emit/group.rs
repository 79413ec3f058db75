//! Fields that are written together, because index keys are built from them.
//!
//! ```text
//! /// What the index `GSI1` needs of an [`Item`] besides its key: written together, so that the index is never stale.
//! pub struct ItemGsi1Parts {
//!     /// The new `owner_id`.
//!     pub owner_id: Option<UserId>,
//!     /// The new `created_at`.
//!     pub created_at: DateTime<Utc>,
//! }
//! impl P::KeyGroup for ItemGsi1Parts {
//!     type Entity = Item;
//!     const INDEXES: &'static [u16] = &[0];
//!     const UNIQUE: bool = true; // where a unique key needs one of them
//!     fn part(&self, field: u16) -> Option<P::Part<'_>> { … }
//!     fn attributes(&self, to: &mut P::GroupWriter<'_>) {
//!         to.optional("owner_id", self.owner_id.as_ref());
//!         to.required("created_at", &self.created_at);
//!         to.with("due", |to| m::serialize(&self.due, to));
//!     }
//! }
//! ```

use dal_spec::plan::GroupPlan;
use quote::quote;

use super::Code;
use super::attributes::is_unique;
use super::context::{EntityContext, Part};
use super::key::part_method;
use super::tokens::{docs, number};
use crate::names;

/// The structs of the entity's groups.
pub(crate) fn groups(cx: &EntityContext<'_>) -> Code {
    cx.entity.groups.iter().filter(|group| !group.fields.is_empty()).map(|parts| group(cx, parts)).collect()
}

/// The name of a group's struct: `ItemGsi1Parts`.
pub(crate) fn group_name(cx: &EntityContext<'_>, group: &GroupPlan) -> String {
    let indexes = group.memberships.iter().filter_map(|&membership| cx.index_of(membership));
    names::group(&cx.entity.name, indexes.map(|index| index.name.as_str()))
}

fn group(cx: &EntityContext<'_>, group: &GroupPlan) -> Code {
    let EntityContext { p, vis, name: entity, .. } = cx;
    let name = cx.ident(&group_name(cx, group));
    let parts: Vec<&Part<'_>> = group.fields.iter().filter_map(|&field| cx.parts.get(field)).collect();
    let about = docs(&about(cx, group));
    let fields = parts.iter().map(|part| {
        let (ident, ty, vis) = (part.ident(), part.field.ty, part.field.vis);
        let doc = docs(&format!("The new `{}`.", part.field.name));
        quote!(#doc #vis #ident: #ty,)
    });
    let memberships = group.memberships.iter().map(|&membership| number(membership));
    let part = part_method(cx, parts.iter().copied());
    let attributes = parts.iter().filter(|part| cx.is_stored(part.field)).map(|part| {
        let (ident, attribute) = (part.ident(), &part.field.attribute);
        match (&part.field.serde.serialize_with, part.field.optional) {
            (Some(function), _) => quote!(to.with(#attribute, |to| #function(&self.#ident, to));),
            (None, true) => quote!(to.optional(#attribute, self.#ident.as_ref());),
            (None, false) => quote!(to.required(#attribute, &self.#ident);),
        }
    });
    let is_unique = group.fields.iter().any(|&field| is_unique(cx, field));
    let unique = is_unique.then(|| {
        quote!(
            const UNIQUE: bool = true;
        )
    });
    let types = quote! {
        #about
        #[allow(dead_code)]
        #vis struct #name { #(#fields)* }
    };
    let impls = quote! {
        #[automatically_derived]
        impl #p::KeyGroup for #name {
            type Entity = #entity;
            const INDEXES: &'static [u16] = &[#(#memberships),*];
            #unique
            #part
            fn attributes(&self, to: &mut #p::GroupWriter<'_>) {
                #(#attributes)*
            }
        }
    };
    Code { types, impls }
}

fn about(cx: &EntityContext<'_>, group: &GroupPlan) -> String {
    let mut indexes: Vec<String> = group
        .memberships
        .iter()
        .filter_map(|&membership| cx.index_of(membership))
        .map(|index| format!("`{}`", index.name))
        .collect();
    indexes.dedup();
    let (subject, object) = match indexes.as_slice() {
        [one] => (format!("the index {one} needs"), "the index is"),
        several => (format!("the indexes {} need", several.join(" and ")), "they are"),
    };
    format!(
        "What {subject} of [`{}`] besides its key: written together, so that {object} never stale.",
        cx.entity.name
    )
}
