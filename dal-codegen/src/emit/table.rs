//! The table: the enum of its entities.
//!
//! ```text
//! impl P::Table for Invocacare {
//!     type Tenant = <<Tenant as P::Entity>::Key as P::TenantOf<0>>::Value; // of the first scoped entity
//!     const SCHEMA: &'static P::TableSchema = &P::TableSchema { name: "invocacare", … };
//!     fn tenant_parts(tenant: &<<Tenant as P::Entity>::Key as P::TenantOf<0>>::Value) -> Vec<P::Part<'_>> {
//!         From::from([<<Tenant as P::Entity>::Key as P::TenantOf<0>>::CODEC.part(tenant)])
//!     }
//! }
//! impl P::Holds<Tenant> for Invocacare {} // and one for each other entity
//! impl<'a> P::ReadItem<'a> for Invocacare { … } // as an enum collection of all entities
//! const _: () = P::same_entity(<Tenant as P::Entity>::SCHEMA, 5817…, "…"); // for each entity
//! const _: fn() = || {
//!     P::same_tenant::<0, <Tenant as P::Entity>::Key, <User as P::Entity>::Key>(); // for each other scoped entity
//! };
//! const _: fn() = || P::declared::<Overview>(); // for each collection
//! // a tenant of several parts:
//! pub struct InvocacareTenant { pub region: <<Tenant as P::Entity>::Key as P::TenantOf<0>>::Value, pub tenant_id: … }
//! ```

use dal_spec::plan::{EntityPlan, Plan, ProjectionPlan};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::Code;
use super::collection::read_item;
use super::fingerprint::fingerprint;
use super::tokens::{alias, alias_at, attribute_type, docs, number, private};
use crate::names;
use crate::parse::Input;
use crate::parse::types::{base, has_arguments, unraw};

/// An entity of the table: its plan, the user's path to its type, and the variant that holds it.
struct Member<'a> {
    entity: &'a EntityPlan,
    ty: &'a Type,
    variant: Ident,
}

/// Everything for the table's enum, or `None` if it has no entity. Entities without a variant are left out, as the checks
/// report them, and so are those with parameters, as their derives do.
pub(crate) fn table(plan: &Plan, input: &Input<'_>) -> Option<Code> {
    let p = alias();
    let name = names::ident(&input.name(), names::generated(input.ident.span()));
    let members: Vec<Member<'_>> = plan.entities.iter().filter_map(|entity| member(entity, input)).collect();
    let payloads = || input.variants().iter().filter_map(|variant| variant.payload);
    let generic = || payloads().filter(|ty| has_arguments(ty) && plan.entity(&base(ty)).is_some());
    if members.is_empty() && generic().next().is_none() {
        return None;
    }
    let tenant = tenant(&p, plan, input, &members);
    let schema = schema(&p, plan, &members);
    // Payloads that the list lost to an error are held too, so that only the error is shown.
    let lost = payloads().filter(|ty| plan.is_left_out(&base(ty))).chain(generic());
    let derived = generic().map(|ty| quote!(const _: fn() = || #p::derived::<#ty>();));
    let holds = members.iter().map(|member| member.ty).chain(lost).map(|ty| {
        quote! {
            #[automatically_derived]
            impl #p::Holds<#ty> for #name {}
        }
    });
    let read = read_item(&p, &name, false, members.iter().map(|member| (member.ty, &member.variant)));
    let checks = checks(&p, plan, input, &members);
    let payload = |of: &str| members.iter().find(|member| member.entity.name == of).map(|member| member.ty);
    let span = names::generated(input.ident.span());
    let transactions = super::transaction::transactions(&p, plan, span, &name, payload);
    let Tenant { ty, declared, cloned, parts } = tenant;
    let impls = quote! {
        #transactions
        #[automatically_derived]
        impl #p::Table for #name {
            type Tenant = #ty;
            const SCHEMA: &'static #p::TableSchema = &#schema;
            #parts
        }
        #cloned
        #(#holds)*
        #read
        #checks
        #(#derived)*
    };
    Some(Code { types: declared, impls })
}

fn member<'a>(entity: &'a EntityPlan, input: &'a Input<'a>) -> Option<Member<'a>> {
    let variants = input.variants();
    let variant =
        variants.iter().find(|variant| variant.payload.is_some_and(|ty| base(ty) == entity.name))?;
    // No entity has parameters, and the derive on one that has them says so.
    if variant.payload.is_some_and(has_arguments) {
        return None;
    }
    let mut ident = variant.ident.clone();
    ident.set_span(names::generated(ident.span()));
    Some(Member { entity, ty: variant.payload?, variant: ident })
}

/// What names a tenant.
struct Tenant {
    /// The type.
    ty: TokenStream,
    /// Its declaration, if it is generated.
    declared: TokenStream,
    /// `impl Clone` of it.
    cloned: TokenStream,
    /// The method `tenant_parts`.
    parts: TokenStream,
}

fn tenant(p: &Ident, plan: &Plan, input: &Input<'_>, members: &[Member<'_>]) -> Tenant {
    let scoped = members.iter().find(|member| member.entity.scoped);
    let (Some(first), false) = (scoped, plan.table.tenant.is_empty()) else {
        return Tenant {
            ty: quote!(()),
            declared: TokenStream::new(),
            cloned: TokenStream::new(),
            parts: quote! {
                fn tenant_parts(_: &()) -> ::std::vec::Vec<#p::Part<'_>> {
                    ::std::vec::Vec::new()
                }
            },
        };
    };
    let value = |p: &dyn ToTokens, at: usize| {
        let (entity, at) = (first.ty, number(at));
        quote!(<<#entity as #p::Entity>::Key as #p::TenantOf<#at>>::Value)
    };
    let several = plan.table.tenant.len() > 1;
    let span = names::generated(input.ident.span());
    let parts = plan.table.tenant.iter().enumerate().map(|(at, field)| {
        let ident = names::ident(&field.name, span);
        let of = if several { quote!(&tenant.#ident) } else { quote!(tenant) };
        let (entity, at) = (first.ty, number(at));
        quote!(<<#entity as #p::Entity>::Key as #p::TenantOf<#at>>::CODEC.part(#of))
    });
    let vis = input.vis;
    let name = names::ident(&names::tenant(&input.name()), span);
    // Not `Self::Tenant`: a variant may have that name.
    let ty = if several { quote!(#name) } else { value(p, 0) };
    let parts = quote! {
        fn tenant_parts(tenant: &#ty) -> ::std::vec::Vec<#p::Part<'_>> {
            ::core::convert::From::from([#(#parts),*])
        }
    };
    if !several {
        return Tenant { ty, declared: TokenStream::new(), cloned: TokenStream::new(), parts };
    }
    let private = private(input.dal.root.as_ref());
    let doc = docs(&format!("A tenant of [`{}`].", input.name()));
    let fields: Vec<(Ident, TokenStream)> = plan
        .table
        .tenant
        .iter()
        .enumerate()
        .map(|(at, field)| (names::ident(&field.name, span), value(&private, at)))
        .collect();
    let declarations = fields.iter().map(|(ident, ty)| {
        let doc = docs(&format!("The `{}`.", unraw(ident)));
        quote!(#doc #vis #ident: #ty,)
    });
    let values = fields.iter().map(|(ident, _)| quote!(#ident: ::core::clone::Clone::clone(&self.#ident)));
    let declared = quote! {
        #doc
        #vis struct #name { #(#declarations)* }
    };
    let cloned = quote! {
        #[automatically_derived]
        impl ::core::clone::Clone for #name {
            fn clone(&self) -> Self {
                Self { #(#values),* }
            }
        }
    };
    Tenant { ty, declared, cloned, parts }
}

fn schema(p: &Ident, plan: &Plan, members: &[Member<'_>]) -> TokenStream {
    let table = &plan.table;
    let optional = |text: &Option<String>| match text {
        Some(text) => quote!(::core::option::Option::Some(#text)),
        None => quote!(::core::option::Option::None),
    };
    let (name, partition) = (&table.name, &table.partition);
    let (sort, ttl) = (optional(&table.sort), optional(&table.ttl));
    let indexes = table.indexes.iter().map(|index| {
        let (name, partition, sort) = (&index.physical, &index.partition, &index.sort);
        let local = index.local;
        let projection = match &index.projection {
            ProjectionPlan::All => quote!(All),
            ProjectionPlan::Keys => quote!(Keys),
            ProjectionPlan::Include(attributes) => quote!(Include(&[#(#attributes),*])),
        };
        quote! {
            #p::TableIndex {
                name: #name,
                local: #local,
                partition: &[#(#partition),*],
                sort: &[#(#sort),*],
                projection: #p::IndexProjection::#projection,
            }
        }
    });
    let entities = members.iter().map(|member| member.ty);
    let types = table.types.iter().map(|(name, of)| {
        let of = attribute_type(*of);
        quote!((#name, #p::#of))
    });
    quote! {
        #p::TableSchema {
            name: #name,
            partition: #partition,
            sort: #sort,
            types: &[#(#types),*],
            ttl: #ttl,
            indexes: &[#(#indexes),*],
            entities: &[#(<#entities as #p::Entity>::SCHEMA),*],
        }
    }
}

/// What only the compiler can tell: that the payloads are the list's entities, and agree with each other.
fn checks(p: &Ident, plan: &Plan, input: &Input<'_>, members: &[Member<'_>]) -> TokenStream {
    let entities = members.iter().map(|Member { entity, ty, .. }| {
        let (name, fingerprint) = (&entity.name, fingerprint(&plan.table, entity));
        let message = format!(
            "this is not the `{name}` that patterns.yaml describes: it is another type, or its crate was compiled with \
             another list [DAL0830]"
        );
        let span = names::generated(ty.span());
        let p = alias_at(span);
        let check = quote_spanned!(span=> #p::same_entity(<#ty as #p::Entity>::SCHEMA, #fingerprint, #message));
        quote!(const _: () = #check;)
    });
    let mut scoped = members.iter().filter(|member| member.entity.scoped);
    let first = scoped.next();
    let tenants = scoped.flat_map(|member| {
        let parts = 0..plan.table.tenant.len();
        parts
            .filter_map(|at| {
                let (first, other, at) = (first?.ty, member.ty, number(at));
                let span = names::generated(other.span());
                let p = alias_at(span);
                // By their keys: of a type that is no entity, nothing more is said than that.
                let check = quote_spanned! {span=>
                    #p::same_tenant::<#at, <#first as #p::Entity>::Key, <#other as #p::Entity>::Key>()
                };
                Some(quote!(#check;))
            })
            .collect::<Vec<_>>()
    });
    // One body for all of them, as each costs the compiler more than what stands in it.
    let tenants: Vec<TokenStream> = tenants.collect();
    let tenants = (!tenants.is_empty()).then(|| quote!(const _: fn() = || { #(#tenants)* };));
    let collections = plan.collections().filter_map(|pattern| pattern.into.as_ref());
    let collections = collections.chain(&plan.left_out_collections).map(|into| {
        let given = input
            .dal
            .collections
            .iter()
            .find(|path| path.segments.last().is_some_and(|segment| unraw(&segment.ident) == *into));
        let path = match given {
            Some(path) => quote!(#path),
            None => {
                let ident = names::ident(into, names::generated(input.ident.span()));
                quote!(#ident)
            }
        };
        quote!(const _: fn() = || #p::declared::<#path>();)
    });
    quote! {
        #(#entities)*
        #tenants
        #(#collections)*
    }
}
