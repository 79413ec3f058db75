//! Stand-ins for fields that keys use and the struct lacks, so that one misspelt name is one error.
//!
//! ```text
//! pub struct ItemMissing;
//! impl<K> P::KeyPart<K> for ItemMissing { … } // of every kind
//! ```
//!
//! Keys, parameters and projections have the field, of this type; nothing of the struct is touched.

use dal_spec::plan::EntityPlan;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Type, Visibility, parse_quote};

use super::Code;
use super::tokens::alias;
use crate::names;
use crate::parse::{Field, Input};

/// The fields that a struct lacks.
pub(crate) struct Missing {
    name: Ident,
    ty: Type,
    fields: Vec<Ident>,
}

impl Missing {
    /// What the struct lacks of the fields of the entity's keys.
    pub(crate) fn of(entity: &EntityPlan, input: &Input<'_>) -> Self {
        let span = names::generated(input.ident.span());
        let name = names::ident(&format!("{}Missing", entity.name), span);
        let ty = parse_quote!(#name);
        let known = |name: &str| input.fields().iter().any(|field| field.name == name);
        let fields = entity.fields.iter().enumerate();
        let fields = fields.filter(|(number, field)| !known(&field.name) && !entity.is_shard(*number));
        let fields = fields.map(|(_, field)| names::ident(&field.name, input.ident.span())).collect();
        Self { name, ty, fields }
    }

    /// The fields, as if the struct had them.
    pub(crate) fn fields<'a>(&'a self, vis: &'a Visibility) -> Vec<Field<'a>> {
        self.fields.iter().map(|ident| Field::missing(ident, vis, &self.ty)).collect()
    }

    /// The type of the fields, if any is missing.
    pub(crate) fn code(&self, vis: &Visibility) -> Code {
        let name = &self.name;
        if self.fields.is_empty() {
            return Code::default();
        }
        let types = quote! {
            #[doc(hidden)]
            #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
            #vis struct #name;
        };
        Code { types, impls: any_part(name) }
    }
}

/// A type as a part of keys of every kind.
pub(crate) fn any_part(name: &Ident) -> TokenStream {
    let p = alias();
    quote! {
        #[automatically_derived]
        impl<K> #p::KeyPart<K> for #name {
            fn part(&self) -> #p::Part<'_> {
                #p::Part::Bool(false)
            }
            fn from_part(_: #p::Part<'_>) -> ::core::result::Result<Self, #p::KeyProblem> {
                ::core::result::Result::Ok(Self)
            }
        }
    }
}
