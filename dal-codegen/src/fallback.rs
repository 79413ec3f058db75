//! Stand-ins where a derive fails: they keep the rest of the program from failing for the same mistake.

use dal_spec::plan::Plan;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

use crate::emit::{Code, alias, any_part, read_item};
use crate::names;
use crate::parse::types::innermost;
use crate::parse::{Body, Input};

/// The stand-in for a type of which nothing, or nothing right, can be generated.
pub(crate) fn fallback(plan: Option<&Plan>, input: &Input<'_>) -> Code {
    // All else of a generic type would only add errors of its own.
    if input.generics.is_some() {
        return generic(input);
    }
    let is_entity = plan.is_some_and(|plan| plan.entity(&input.name()).is_some());
    match &input.body {
        Body::Union => Code::default(),
        _ if is_entity => entity(plan, input),
        Body::Struct(_) if input.fields().iter().all(|field| !is_member(plan, field.ty)) => {
            entity(plan, input)
        }
        Body::Struct(_) => collection(input),
        Body::Enum(variants) if variants.iter().all(|variant| variant.payload.is_some()) => table(input),
        Body::Enum(_) => words(input),
        _ => Code::default(),
    }
}

/// What the table's enum asks of an entity that has parameters: that its derive reported it.
fn generic(input: &Input<'_>) -> Code {
    let p = alias();
    let name = names::ident(&input.name(), names::generated(input.ident.span()));
    let (of, to, bounds) = input.parameters.split_for_impl();
    Code { types: TokenStream::new(), impls: quote!(impl #of #p::Derived for #name #to #bounds {}) }
}

/// The stand-in for a collection that is a struct.
fn collection(input: &Input<'_>) -> Code {
    let p = alias();
    let name = names::ident(&input.name(), names::generated(input.ident.span()));
    let impls = quote! {
        impl #p::DeclaredCollection for #name {
            const PATTERN: &'static str = "";
        }
    };
    Code { types: TokenStream::new(), impls }
}

/// The stand-in for an enum that cannot be a part of a key.
fn words(input: &Input<'_>) -> Code {
    let p = alias();
    let name = names::ident(&input.name(), names::generated(input.ident.span()));
    let impls = quote! {
        impl #p::KeyPart<#p::kinds::Enum> for #name {
            fn part(&self) -> #p::Part<'_> {
                #p::word("")
            }
            fn from_part(_: #p::Part<'_>) -> ::core::result::Result<Self, #p::KeyProblem> {
                ::core::result::Result::Err(#p::no_such_word(""))
            }
        }
    };
    Code { types: TokenStream::new(), impls }
}

/// Whether the type is an entity of the list: then the struct around it is a collection.
fn is_member(plan: Option<&Plan>, ty: &syn::Type) -> bool {
    plan.is_some_and(|plan| plan.entity(&crate::parse::types::base(ty)).is_some())
}

fn entity(plan: Option<&Plan>, input: &Input<'_>) -> Code {
    let p = alias();
    let span = names::generated(input.ident.span());
    let text = input.name();
    let (name, key) = (names::ident(&text, span), names::ident(&names::key(&text), span));
    let vis = input.vis;
    let entity = plan.and_then(|plan| plan.entity(&text)).map(|(_, entity)| entity);
    let scoped = entity.is_none_or(|entity| entity.scoped);
    let handle = if scoped { quote!(Scope) } else { quote!(Dal) };
    let tenant = plan.filter(|_| scoped).into_iter().flat_map(|plan| plan.table.tenant.iter().enumerate());
    let mut lacks_tenant = false;
    let tenant = tenant.map(|(number, part)| {
        let field = input.fields().iter().find(|field| field.name == part.name);
        lacks_tenant |= field.is_none();
        // Where the field is not there, the key's type is.
        let ty = field.map_or_else(|| quote!(#key), |field| field.inner.to_token_stream());
        let number = proc_macro2::Literal::usize_unsuffixed(number);
        quote! {
            impl #p::TenantPart<#number> for #name {
                type Value = #ty;
                const CODEC: #p::Codec<#ty> = #p::Codec::broken();
            }
        }
    });
    let tenant: Vec<TokenStream> = tenant.collect();
    // Calls of a version's words compile where the list has one.
    let writes = match entity.map(|entity| entity.managed) {
        Some(managed) if managed.version.is_some() => quote!(#p::Managed<#p::Versioned, #p::Alone>),
        Some(managed) if !managed.is_empty() => quote!(#p::Managed<#p::Unversioned, #p::Alone>),
        _ => quote!(#p::Plain),
    };
    let any_part = lacks_tenant.then(|| any_part(&key));
    let types = quote! {
        #[doc(hidden)]
        #[derive(
            ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash,
        )]
        #vis struct #key;
    };
    let impls = quote! {
        impl #p::Key for #key {
            type Entity = #name;
            fn part(&self, _: u16) -> ::core::option::Option<#p::Part<'_>> {
                ::core::option::Option::None
            }
            fn from_parts(_: &#p::Parts) -> ::core::result::Result<Self, #p::KeyError> {
                ::core::result::Result::Ok(Self)
            }
        }
        impl #p::Entity for #name {
            type Key = #key;
            type Handle<T: #p::Holds<Self>> = #p::#handle<T>;
            type Attributes = #p::Broken;
            type Writes = #writes;
            const SCHEMA: &'static #p::EntitySchema = &#p::EntitySchema::broken(#text);
            fn part(&self, _: u16) -> ::core::option::Option<#p::Part<'_>> {
                ::core::option::Option::None
            }
            fn key(&self) -> #key {
                #key
            }
        }
        #(#tenant)*
        #any_part
    };
    Code { types, impls }
}

fn table(input: &Input<'_>) -> Code {
    let p = alias();
    let name = names::ident(&input.name(), names::generated(input.ident.span()));
    let members: Vec<_> =
        input.variants().iter().filter_map(|variant| Some((variant.payload?, variant.ident))).collect();
    if members.is_empty() {
        return Code::default();
    }
    let holds = members.iter().map(|(ty, _)| innermost(ty));
    let read = read_item(&p, &name, false, members.iter().copied());
    let impls = quote! {
        impl #p::Table for #name {
            type Tenant = ();
            const SCHEMA: &'static #p::TableSchema = &#p::TableSchema {
                name: "",
                partition: "",
                sort: ::core::option::Option::None,
                types: &[],
                ttl: ::core::option::Option::None,
                indexes: &[],
                entities: &[],
            };
            fn tenant_parts(_: &()) -> ::std::vec::Vec<#p::Part<'_>> {
                ::std::vec::Vec::new()
            }
        }
        #(impl #p::Holds<#holds> for #name {})*
        #read
        impl #p::DeclaredCollection for #name {
            const PATTERN: &'static str = "";
        }
    };
    Code { types: TokenStream::new(), impls }
}
