//! Collections: a query of several entities, as an enum or as a struct.
//!
//! ```text
//! // enum Overview { Tenant(Tenant), Subscription(Subscription) }
//! pub enum OverviewPattern {}
//! impl P::QueryPattern for OverviewPattern { type Entity = Tenant; type Item = Overview; const PLAN: … }
//! impl P::OnTable for OverviewPattern {}
//! impl<'a> P::ReadItem<'a> for Overview {
//!     fn read(row: P::Row<'a>) -> Result<Self, P::ItemError> {
//!         match row.recognise(&[<Tenant as P::Entity>::SCHEMA, <Subscription as P::Entity>::SCHEMA])? {
//!             0 => <Tenant as P::Entity>::read(row).map(Self::Tenant),
//!             _ => <Subscription as P::Entity>::read(row).map(Self::Subscription),
//!         }
//!     }
//! }
//! impl Overview {
//!     pub fn overview<T: P::Holds<Tenant> + P::Holds<Subscription>>(scope: &P::Scope<T>) -> P::Query<OverviewPattern> {
//!         P::Query::new(scope)
//!     }
//! }
//! // struct Overview { tenant: Tenant, subscription: Option<Subscription> }
//! impl P::Collection for Overview {
//!     type Entity = Tenant;
//!     const ENTITIES: &'static [&'static P::EntitySchema] = &[…];
//!     const PLAN: &'static P::QueryPlan = …;
//!     fn collect(members: &mut P::Members<'_>) -> Result<Self, P::ItemError> {
//!         Ok(Self { tenant: members.one()?, subscription: members.optional()?, users: members.many()? })
//!     }
//! }
//! impl Overview { pub fn overview<T: …>(scope: &P::Scope<T>) -> P::Collect<Self> { P::Collect::new(scope) } }
//! // both:
//! impl P::DeclaredCollection for Overview { const PATTERN: &'static str = "overview"; }
//! ```

use dal_spec::plan::{EntityPlan, PatternPlan, Plan, QueryPlan, Verb};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::Code;
use super::about::about;
use super::pattern::{builder, handle, is_consistent, query_plan};
use super::tokens::{alias, alias_at, docs, many_parameters, named_as_type, number};
use crate::names;
use crate::parse::types::{base, in_option, in_vec, innermost, plain};
use crate::parse::{Body, Input};

/// An entity of the collection: its plan, the user's path to its type, and the variant that holds it.
struct Member<'a> {
    entity: &'a EntityPlan,
    ty: &'a Type,
    variant: Option<Ident>,
    /// Whether it is what a narrow index stores of the entity.
    narrow: bool,
}

impl Member<'_> {
    /// The entity's type.
    fn of(&self) -> TokenStream {
        let ty = self.ty;
        if self.narrow {
            let p = alias();
            quote!(<#ty as #p::Projection>::Entity)
        } else {
            quote!(#ty)
        }
    }
}

/// Everything for a collection, or `None` if the type does not hold the pattern's entities (which the checks report).
pub(crate) fn collection(plan: &Plan, pattern: &PatternPlan, input: &Input<'_>) -> Option<Code> {
    let Verb::Query(query) = &pattern.verb else { return None };
    let p = alias();
    let members = members(plan, pattern, input)?;
    let span = names::generated(input.ident.span());
    let name = names::ident(&input.name(), span);
    let is_enum = matches!(input.body, Body::Enum(_));
    let marker = names::ident(&names::collection_marker(&input.name(), &pattern.name), span);
    let mut code = if is_enum {
        as_enum(&p, plan, pattern, query, input, &members, &name, &marker)
    } else {
        as_struct(&p, plan, pattern, query, input, &members, &name)?
    };
    let (output, builder) = if is_enum {
        let builder = builder(query);
        (quote!(#p::#builder<#marker>), builder)
    } else {
        (quote!(#p::Collect<Self>), quote!(Collect))
    };
    let method = method(&p, plan, pattern, query, input, &members, span, &output, &builder);
    let declared = &pattern.name;
    let named = named_as_type(&name, std::iter::once(&**declared));
    code.impls.extend(quote! {
        #named
        impl #name {
            #method
        }
        #[automatically_derived]
        impl #p::DeclaredCollection for #name {
            const PATTERN: &'static str = #declared;
        }
    });
    if !pattern.params.is_empty() {
        code.convert();
    }
    Some(code)
}

fn members<'a>(plan: &'a Plan, pattern: &PatternPlan, input: &'a Input<'a>) -> Option<Vec<Member<'a>>> {
    pattern
        .entities
        .iter()
        .map(|&number| {
            let entity = plan.entities.get(number)?;
            let given = plan.given(pattern, entity);
            let narrow = plan.narrow(pattern).is_some();
            let field = input.fields().iter().find(|field| base(field.ty) == given);
            let variant = input.variants().iter().find(|v| v.payload.is_some_and(|ty| base(ty) == given));
            let ty = field.map(|field| field.ty).or_else(|| variant.and_then(|variant| variant.payload))?;
            let variant = variant.map(|variant| generated(variant.ident));
            Some(Member { entity, ty: innermost(ty), variant, narrow })
        })
        .collect()
}

fn generated(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(names::generated(ident.span()));
    ident
}

fn plan_of(
    p: &Ident,
    plan: &Plan,
    pattern: &PatternPlan,
    query: &QueryPlan,
    members: &[Member<'_>],
) -> Option<TokenStream> {
    let first = members.first()?.entity;
    let membership = query.index.and_then(|index| first.memberships.iter().position(|m| m.index == index));
    Some(query_plan(p, plan, first, pattern, query, membership, &[]))
}

#[expect(clippy::too_many_arguments, reason = "each is one word of what is emitted")]
fn as_enum(
    p: &Ident,
    plan: &Plan,
    pattern: &PatternPlan,
    query: &QueryPlan,
    input: &Input<'_>,
    members: &[Member<'_>],
    name: &Ident,
    marker: &Ident,
) -> Code {
    let vis = input.vis;
    let doc = docs(&format!("The pattern `{}` of [`{}`].", pattern.name, input.name()));
    let first = members.first().map(Member::of);
    let query_plan = plan_of(p, plan, pattern, query, members);
    let ttl = plan.table.ttl.as_ref().map(
        |ttl| quote!(const TTL: ::core::option::Option<&'static str> = ::core::option::Option::Some(#ttl);),
    );
    // A scan passes over what is of none of them.
    let scanned = query.scan.is_some().then(|| {
        let types = members.iter().map(Member::of);
        quote!(const SCANNED: &'static [&'static #p::EntitySchema] = &[#(<#types as #p::Entity>::SCHEMA),*];)
    });
    let on_table = is_consistent(plan, query).then(|| {
        quote! {
            #[automatically_derived]
            impl #p::OnTable for #marker {}
        }
    });
    let ranged = ranged(p, query, members, &quote!(Ranged), marker);
    let read = read_item(
        p,
        name,
        members.iter().any(|member| member.narrow),
        members.iter().filter_map(|member| Some((member.ty, member.variant.as_ref()?))),
    );
    let types = quote! {
        #doc
        #vis enum #marker {}
    };
    let impls = quote! {
        #[automatically_derived]
        impl #p::QueryPattern for #marker {
            type Entity = #first;
            type Item = #name;
            const PLAN: &'static #p::QueryPlan = &#query_plan;
            #ttl
            #scanned
        }
        #on_table
        #ranged
        #read
    };
    Code { types, impls }
}

/// `impl ReadItem` for an enum of entities, from each entity's type and variant.
pub(crate) fn read_item<'a>(
    p: &Ident,
    name: &Ident,
    narrow: bool,
    members: impl Iterator<Item = (&'a Type, &'a Ident)>,
) -> TokenStream {
    let (types, variants): (Vec<&Type>, Vec<&Ident>) = members.unzip();
    let last = variants.len().saturating_sub(1);
    // Only where the entities have an error of their own: never run, as the program does not compile.
    let none = variants.is_empty().then(|| quote!(_ => loop {},));
    let arms = types.iter().zip(&variants).enumerate().map(|(at, (ty, variant))| {
        let pattern = if at == last {
            quote!(_)
        } else {
            let at = number(at);
            quote!(#at)
        };
        let p = alias_at(names::generated(ty.span()));
        let of = if narrow { quote!(ReadItem) } else { quote!(Entity) };
        let read = quote_spanned!(names::generated(ty.span())=> <#ty as #p::#of>::read(row));
        quote!(#pattern => #read.map(Self::#variant))
    });
    let types =
        types.iter().map(|ty| if narrow { quote!(<#ty as #p::Projection>::Entity) } else { quote!(#ty) });
    quote! {
        #[automatically_derived]
        impl<'a> #p::ReadItem<'a> for #name {
            fn read(row: #p::Row<'a>) -> ::core::result::Result<Self, #p::ItemError> {
                match row.recognise(&[#(<#types as #p::Entity>::SCHEMA),*])? {
                    #(#arms,)*
                    #none
                }
            }
        }
    }
}

fn as_struct(
    p: &Ident,
    plan: &Plan,
    pattern: &PatternPlan,
    query: &QueryPlan,
    input: &Input<'_>,
    members: &[Member<'_>],
    name: &Ident,
) -> Option<Code> {
    let first = members.first()?.ty;
    let types = members.iter().map(|member| member.ty);
    let query_plan = plan_of(p, plan, pattern, query, members)?;
    let fields = input.fields().iter().map(|field| {
        let ident = field.own_ident();
        let ty = plain(field.ty);
        if field.serde.skips() {
            return quote!(#ident: ::core::default::Default::default());
        }
        let take = if in_option(ty).is_some() {
            quote!(optional)
        } else if in_vec(ty).is_some() {
            quote!(many)
        } else {
            quote!(one)
        };
        quote!(#ident: members.#take()?)
    });
    let impls = quote! {
        #[automatically_derived]
        impl #p::Collection for #name {
            type Entity = #first;
            const ENTITIES: &'static [&'static #p::EntitySchema] = &[#(<#types as #p::Entity>::SCHEMA),*];
            const PLAN: &'static #p::QueryPlan = &#query_plan;
            fn collect(members: &mut #p::Members<'_>) -> ::core::result::Result<Self, #p::ItemError> {
                ::core::result::Result::Ok(Self { #(#fields),* })
            }
        }
    };
    let ranged = ranged(p, query, members, &quote!(RangedCollection), name);
    Some(Code { types: TokenStream::new(), impls: quote!(#impls #ranged) })
}

/// `impl Ranged`, where the pattern's callers give a range: of a field of the first entity, whose derive knows its type.
fn ranged(
    p: &Ident,
    query: &QueryPlan,
    members: &[Member<'_>],
    of: &TokenStream,
    name: &Ident,
) -> Option<TokenStream> {
    let (field, entity) = (number(query.range?), members.first()?.of());
    Some(quote! {
        #[automatically_derived]
        impl #p::#of for #name {
            type Value = <#entity as #p::KeyField<#field>>::Value;
            const CODEC: #p::Codec<Self::Value> = <#entity as #p::KeyField<#field>>::CODEC;
        }
    })
}

#[expect(clippy::too_many_arguments, reason = "each is one word of what is emitted")]
fn method(
    p: &Ident,
    plan: &Plan,
    pattern: &PatternPlan,
    query: &QueryPlan,
    input: &Input<'_>,
    members: &[Member<'_>],
    span: Span,
    output: &TokenStream,
    builder: &TokenStream,
) -> TokenStream {
    let vis = input.vis;
    let method = names::ident(&pattern.name, span);
    let first = members.first();
    let tenant = if first.is_some_and(|first| first.entity.scoped) { plan.table.tenant.len() } else { 0 };
    // The fields' types are the first entity's to name: its derive gives them.
    let params: Vec<(Ident, TokenStream, TokenStream)> = pattern
        .params
        .iter()
        .filter_map(|param| {
            let first = first?;
            let (of, at, entity) = (
                if param.field < tenant { quote!(TenantPart) } else { quote!(KeyField) },
                number(param.field),
                first.of(),
            );
            let ident = names::ident(&param.name, span);
            if query.cut == Some(param.field) {
                return Some((
                    ident.clone(),
                    quote!(#ident: impl ::core::convert::Into<::std::string::String>),
                    quote!(.begins_with(#ident)),
                ));
            }
            let ty = quote!(<#entity as #p::#of<#at>>::Value);
            Some((
                ident.clone(),
                quote!(#ident: impl ::core::convert::Into<#ty>),
                quote!(.bind(#at, <#entity as #p::#of<#at>>::CODEC, #ident.into())),
            ))
        })
        .collect();
    let idents: Vec<&Ident> = params.iter().map(|(ident, ..)| ident).collect();
    let (handle, handle_type) = handle(p, pattern.is_scoped(plan), &idents);
    let arguments = params.iter().map(|(_, argument, _)| argument);
    let binds = params.iter().map(|(.., bind)| bind);
    let bounds = members.iter().map(|member| {
        let ty = member.of();
        quote!(#p::Holds<#ty>)
    });
    let doc = docs(&about(plan, pattern, &format!("[`{}`]", input.name())));
    let many = many_parameters(1 + params.len());
    quote! {
        #doc
        #many
        #vis fn #method<T: #(#bounds)+*>(#handle: &#handle_type<T>, #(#arguments),*) -> #output {
            #p::#builder::new(#handle) #(#binds)*
        }
    }
}
