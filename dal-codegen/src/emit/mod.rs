//! The generators: one file for each item that is emitted.
//!
//! Each file opens with the Rust that it emits, with `P` for the path of the runtime's private module
//! (`::dal::__private`) and names of the standard library without their paths.

mod about;
mod attributes;
mod collection;
mod constant;
mod context;
mod entity;
mod group;
mod key;
mod key_enum;
mod newtype;
mod pattern;
mod projection;
mod signature;
mod table;
mod tokens;

pub(crate) use self::collection::{collection, read_item};
pub(crate) use self::context::EntityContext;
pub(crate) use self::key_enum::key_enum;
pub(crate) use self::newtype::newtype;
pub(crate) use self::table::table;
pub(crate) use self::tokens::private;

use proc_macro2::TokenStream;
use quote::quote;

/// Everything that the derive gives for an entity.
pub(crate) fn all_of_entity(cx: &EntityContext<'_>) -> TokenStream {
    let key = key::key(cx);
    let entity = entity::entity(cx);
    let groups = group::groups(cx);
    let projections = projection::projections(cx);
    let markers = pattern::markers(cx);
    let name = &cx.name;
    let attributes = attributes::attributes(cx);
    let methods = pattern::methods(cx);
    quote! {
        #key
        #entity
        #[allow(dead_code)] // A program need not use every attribute and pattern of its list.
        impl #name {
            #attributes
            #methods
        }
        #groups
        #projections
        #markers
    }
}
