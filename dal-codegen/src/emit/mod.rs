//! The generators: one file for each item that is emitted.
//!
//! Each file opens with the Rust that it emits, with `P` for the runtime's private module (which is `_dal` in the block
//! that holds all impls) and names of the standard library without their paths.

mod about;
mod action;
mod attributes;
mod collection;
mod condition;
mod constant;
mod context;
mod entity;
mod fingerprint;
mod group;
mod key;
mod key_enum;
mod key_only;
mod missing;
mod newtype;
mod pattern;
mod projection;
mod table;
mod tokens;
mod transaction;
mod upkeep;

pub(crate) use self::collection::{collection, read_item};
pub(crate) use self::context::EntityContext;
pub(crate) use self::key_enum::key_enum;
pub(crate) use self::missing::{Missing, any_part};
pub(crate) use self::newtype::newtype;
pub(crate) use self::table::table;
pub(crate) use self::tokens::alias;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

/// What a generator emits.
#[derive(Default)]
pub(crate) struct Code {
    /// Types: beside the user's.
    pub(crate) types: TokenStream,
    /// Impls: in a block of their own, where `_dal` is the runtime's private module.
    pub(crate) impls: TokenStream,
}

impl Code {
    /// Adds what another generator emits.
    pub(crate) fn add(&mut self, other: Self) {
        self.types.extend(other.types);
        self.impls.extend(other.impls);
    }

    /// Whether nothing is emitted.
    pub(crate) fn is_empty(&self) -> bool {
        self.types.is_empty() && self.impls.is_empty()
    }

    /// Makes `.into()` a method in the impls, whatever the user's module imports.
    pub(crate) fn convert(&mut self) {
        let impls = std::mem::take(&mut self.impls);
        self.impls = quote! {
            use ::core::convert::Into as _;
            #impls
        };
    }

    /// Everything as items of the user's module. `root` is the path of dal, if not `::dal`.
    pub(crate) fn into_items(self, root: Option<&Path>) -> TokenStream {
        let Self { types, impls } = self;
        let private = tokens::private(root);
        quote! {
            #types
            const _: () = {
                use #private as _dal;
                #impls
            };
        }
    }
}

impl Extend<Self> for Code {
    fn extend<I: IntoIterator<Item = Self>>(&mut self, codes: I) {
        codes.into_iter().for_each(|code| self.add(code));
    }
}

impl FromIterator<Self> for Code {
    fn from_iter<I: IntoIterator<Item = Self>>(codes: I) -> Self {
        let mut all = Self::default();
        all.extend(codes);
        all
    }
}

/// Everything that the derive gives for an entity.
pub(crate) fn all_of_entity(cx: &EntityContext<'_>) -> Code {
    let name = &cx.name;
    let attributes = attributes::attributes(cx);
    let (methods, actions) = (pattern::methods(cx), action::methods(cx));
    let patterns = cx.plan.patterns_of(cx.number).map(|pattern| &*pattern.name);
    let named = tokens::named_as_type(
        name,
        patterns.chain(cx.plan.actions_of(cx.number).map(|pattern| &*pattern.name)),
    );
    let inherent = quote! {
        #named
        impl #name {
            #attributes
            #methods
            #actions
        }
    };
    let mut code = Code { types: TokenStream::new(), impls: inherent };
    code.add(entity::entity(cx));
    code.extend([key::key(cx), group::groups(cx), projection::projections(cx), pattern::markers(cx)]);
    code.add(action::types(cx));
    if cx.plan.patterns_of(cx.number).any(|pattern| !pattern.params.is_empty() || !pattern.values.is_empty())
    {
        code.convert();
    }
    code
}
