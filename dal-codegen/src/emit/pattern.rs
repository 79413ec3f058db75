//! The patterns of one entity: a method each, and a marker for those that query.
//!
//! ```text
//! /// The pattern `items_by_owner`.
//! pub enum ItemItemsByOwner {}
//! impl P::QueryPattern for ItemItemsByOwner {
//!     type Entity = Item;
//!     type Item = ItemOnGsi1; // Item for the table and indexes that store all
//!     const PLAN: &'static P::QueryPlan = &P::QueryPlan { pattern: "items_by_owner", index: Some(0), … };
//! }
//! impl P::Ranged for ItemItemsByOwner { type Value = DateTime<Utc>; const CODEC: P::Codec<DateTime<Utc>> = …; }
//! impl P::OnTable for … {} // for queries of the table
//! impl Item {
//!     /// Items of a user, newest first. …
//!     pub fn items_by_owner<T: P::Holds<Self>>(scope: &P::Scope<T>, owner_id: impl Into<UserId>) -> P::Query<ItemItemsByOwner> {
//!         P::Query::new(scope).bind::<UserId>(2, P::of::<P::kinds::Ulid, _>(), owner_id.into())
//!     }
//!     pub fn get_item<T: P::Holds<Self>>(scope: &P::Scope<T>, item_id: impl Into<ItemId>) -> P::Get<Self> {
//!         P::Get::new(scope, "get_item", ItemKey { item_id: item_id.into() })
//!     }
//! }
//! ```

use dal_key::Cut;
use dal_spec::plan::{EntityPlan, PatternPlan, Plan, ProjectionPlan, QueryPlan, ValueOf, Verb};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::Code;
use super::about::about;
use super::condition::{asked, filter, value_type, value_type_text};
use super::constant::constant;
use super::context::{EntityContext, Part};
use super::entity::shards;
use super::projection::selected_attributes;
use super::tokens::{docs, key_attribute, many_parameters, number, private};
use crate::names;
use crate::parse::{Field, text};

/// The markers of the entity's queries.
pub(crate) fn markers(cx: &EntityContext<'_>) -> Code {
    let patterns = cx.plan.patterns_of(cx.number);
    patterns
        .filter_map(|pattern| match &pattern.verb {
            Verb::Query(query) => Some(marker(cx, pattern, query)),
            Verb::Get { .. } => None,
        })
        .collect()
}

/// The methods of the entity's patterns.
pub(crate) fn methods(cx: &EntityContext<'_>) -> TokenStream {
    cx.plan.patterns_of(cx.number).map(|pattern| method(cx, pattern)).collect()
}

fn marker_name(cx: &EntityContext<'_>, pattern: &PatternPlan) -> Ident {
    cx.ident(&names::marker(&cx.entity.name, &pattern.name))
}

/// What a query gives: the entity, or its projection.
fn item(cx: &EntityContext<'_>, query: &QueryPlan) -> Ident {
    if let Some(selection) = &query.selection {
        return cx.ident(selection);
    }
    let index = query.index.and_then(|index| cx.plan.table.indexes.get(index));
    match index {
        _ if query.hydrate => cx.name.clone(),
        Some(index) if index.projection != ProjectionPlan::All => {
            cx.ident(&names::projection(&cx.entity.name, &index.name))
        }
        _ => cx.name.clone(),
    }
}

fn marker(cx: &EntityContext<'_>, pattern: &PatternPlan, query: &QueryPlan) -> Code {
    let EntityContext { p, vis, name: entity, .. } = cx;
    let marker = marker_name(cx, pattern);
    let item = item(cx, query);
    let doc = docs(&format!("The pattern `{}` of [`{}`].", pattern.name, cx.entity.name));
    let membership = query.index.and_then(|index| cx.membership_in(index));
    let select = selected_attributes(cx, query);
    let plan = query_plan(p, cx.plan, cx.entity, pattern, query, membership, &select);
    let range = query.range.and_then(|field| cx.parts.get(field)).map(|part| {
        let (codec, ty) = (part.codec(), part.field.inner);
        quote! {
            #[automatically_derived]
            impl #p::Ranged for #marker {
                type Value = #ty;
                const CODEC: #p::Codec<#ty> = #codec;
            }
        }
    });
    let on_table = is_consistent(cx.plan, query).then(|| {
        quote! {
            #[automatically_derived]
            impl #p::OnTable for #marker {}
        }
    });
    let params = takes_struct(cx, pattern).then(|| params(cx, pattern));
    let types = quote! {
        #doc
        #vis enum #marker {}
        #params
    };
    let impls = quote! {
        #[automatically_derived]
        impl #p::QueryPattern for #marker {
            type Entity = #entity;
            type Item = #item;
            const PLAN: &'static #p::QueryPlan = &#plan;
        }
        #range
        #on_table
    };
    Code { types, impls }
}

/// Whether DynamoDB can read what the query reads consistently: the table, and its local indexes.
pub(crate) fn is_consistent(plan: &Plan, query: &QueryPlan) -> bool {
    let index = query.index.and_then(|index| plan.table.indexes.get(index));
    index.is_none_or(|index| index.local)
}

/// The runtime's builder of a query or a scan.
pub(crate) fn builder(query: &QueryPlan) -> TokenStream {
    match (&query.scan, query.one) {
        (Some(_), _) => quote!(PatternScan),
        (None, true) => quote!(First),
        (None, false) => quote!(Query),
    }
}

/// The entities that a query leaves out: what tells their items, without their types, which stand elsewhere.
fn skipped(p: &Ident, plan: &Plan, query: &QueryPlan) -> Option<TokenStream> {
    let table = &plan.table;
    let schemas = query.skip.iter().filter_map(|(number, _)| {
        let entity = plan.entities.get(*number)?;
        let name = &entity.name;
        let type_name = entity.type_name.as_ref().map(|name| quote!(type_name: Some(#name),));
        let type_attribute = table.type_attribute.as_ref().map(|name| quote!(type_attribute: Some(#name),));
        let partition = key_attribute(entity, &table.partition, &entity.partition);
        let sort = table.sort.as_ref().zip(entity.sort.as_ref()).map(|(attribute, template)| {
            let key = key_attribute(entity, attribute, template);
            quote!(sort: Some(#key),)
        });
        Some(quote!(EntitySchema {
            #type_name
            #type_attribute
            partition: #partition,
            #sort
            ..EntitySchema::broken(#name)
        }))
    });
    let schemas: Vec<TokenStream> = schemas.collect();
    (!schemas.is_empty()).then(|| {
        quote!(skip: {
            use #p::{*, Kind::*};
            use ::core::option::Option::Some;
            &[#(#schemas),*]
        },)
    })
}

/// `P::QueryPlan { … }`
pub(crate) fn query_plan(
    p: &Ident,
    plan: &Plan,
    entity: &EntityPlan,
    pattern: &PatternPlan,
    query: &QueryPlan,
    membership: Option<usize>,
    select: &[String],
) -> TokenStream {
    let name = &pattern.name;
    let index = match membership {
        Some(membership) => {
            let membership = number(membership);
            quote!(::core::option::Option::Some(#membership))
        }
        None => quote!(::core::option::Option::None),
    };
    let bound = number(query.bound);
    let prefix = &query.prefix;
    let beginning = pattern.reads_beginning();
    let fixed = query.fixed.iter().filter_map(|(field, text)| {
        let value = constant(p, &entity.fields.get(*field)?.kind.constant(text)?)?;
        let field = number(*field);
        Some(quote!((#field, #value)))
    });
    let fixed: Vec<TokenStream> = fixed.collect();
    let lists = query.lists.iter().map(|(field, texts)| {
        let kind = entity.fields.get(*field).map(|field| &field.kind);
        let values = texts.iter().filter_map(|text| constant(p, &kind?.constant(text)?));
        let field = number(*field);
        quote!((#field, &[#(#values),*]))
    });
    let lists: Vec<TokenStream> = lists.collect();
    let descending = query.descending;
    let limit = match query.limit {
        Some(limit) => {
            let limit = proc_macro2::Literal::u32_unsuffixed(limit);
            quote!(::core::option::Option::Some(#limit))
        }
        None => quote!(::core::option::Option::None),
    };
    // What is as in a plain query is left out.
    let prefix = (beginning || !prefix.is_empty()).then(|| quote!(prefix: #prefix, beginning: #beginning,));
    let fixed = (!fixed.is_empty()).then(|| quote!(fixed: &[#(#fixed),*],));
    let lists = (!lists.is_empty()).then(|| quote!(lists: &[#(#lists),*],));
    let shards = query.shards.as_ref().map(|shard| {
        let shards = shards(shard);
        quote!(shards: ::core::option::Option::Some(#p::#shards),)
    });
    let buckets = query.buckets.map(|buckets| {
        let (field, count) = (number(buckets.field), proc_macro2::Literal::u32_unsuffixed(buckets.count));
        let cut = match buckets.cut {
            Cut::Hour => quote!(Hour),
            Cut::Date => quote!(Date),
            Cut::Month => quote!(Month),
        };
        let buckets = quote!(#p::Buckets { field: #field, cut: #p::Cut::#cut, count: #count });
        quote!(buckets: ::core::option::Option::Some(#buckets),)
    });
    let scan = query.scan.is_some().then(|| quote!(scan: true,));
    let alone = query.alone.then(|| quote!(alone: true,));
    let select = (!select.is_empty()).then(|| quote!(select: &[#(#select),*],));
    let hydrate = query.hydrate.then(|| quote!(hydrate: true,));
    let consistent = query.consistent.then(|| quote!(consistent: true,));
    let mixed = (pattern.entities.len() > 1).then(|| quote!(mixed: true,));
    let skip = skipped(p, plan, query);
    let runs_on = query.runs_on.is_some().then(|| quote!(runs_on: true,));
    let page_size = query.page_size.map(|items| {
        let items = proc_macro2::Literal::u32_unsuffixed(items);
        quote!(page_size: ::core::option::Option::Some(#items),)
    });
    let requests = query.requests.map(|requests| {
        let requests = proc_macro2::Literal::u32_unsuffixed(requests);
        quote!(requests: ::core::option::Option::Some(#requests),)
    });
    let condition = &query.condition;
    quote! {
        #p::QueryPlan {
            pattern: #name,
            index: #index,
            bound: #bound,
            #mixed
            #skip
            #runs_on
            #prefix
            #fixed
            #lists
            #shards
            #buckets
            #scan
            #alone
            #select
            #hydrate
            descending: #descending,
            limit: #limit,
            #page_size
            #requests
            #consistent
            condition: #condition,
            ..#p::QueryPlan::PLAIN
        }
    }
}

/// A parameter: its name, and what it is of its field.
struct Param<'a> {
    ident: Ident,
    of: Of<'a>,
}

/// What a parameter is.
enum Of<'a> {
    /// A part of the key.
    Part(&'a Part<'a>),
    /// The beginning of a text part.
    Beginning(&'a Part<'a>),
    /// What a filter compares an attribute with.
    Value(&'a Field<'a>, ValueOf),
}

impl Param<'_> {
    /// Its type.
    fn ty(&self, p: &impl ToTokens) -> TokenStream {
        match self.of {
            Of::Part(part) => {
                let ty = part.field.inner;
                quote!(#ty)
            }
            Of::Beginning(_) => quote!(::std::string::String),
            Of::Value(field, of) => value_type(p, field, of),
        }
    }

    /// Its type as it is compared with those of other parameters.
    fn type_text(&self) -> String {
        match self.of {
            Of::Part(part) => text(part.field.inner),
            Of::Beginning(_) => "String".to_owned(),
            Of::Value(field, of) => value_type_text(field, of),
        }
    }

    /// What it is, for its documentation.
    fn about(&self) -> String {
        match self.of {
            Of::Part(part) => format!("The `{}`.", part.field.name),
            Of::Beginning(part) => format!("The beginning of the `{}`.", part.field.name),
            Of::Value(field, ValueOf::Whole) => format!("What the filter compares `{}` with.", field.name),
            Of::Value(field, ValueOf::Member) => format!("What the filter looks for in `{}`.", field.name),
            Of::Value(field, ValueOf::Beginning) => format!("The beginning of `{}`.", field.name),
            Of::Value(field, ValueOf::Size) => format!("What the size of `{}` is compared with.", field.name),
            // Of writes alone.
            Of::Value(field, ValueOf::Delta | ValueOf::Inside) => format!("Of `{}`.", field.name),
        }
    }

    /// Whether the struct lacks its field, which is reported.
    fn is_missing(&self) -> bool {
        matches!(self.of, Of::Part(part) | Of::Beginning(part) if part.field.missing)
    }
}

fn parameters<'a>(cx: &'a EntityContext<'a>, pattern: &PatternPlan) -> Vec<Param<'a>> {
    let cut = match &pattern.verb {
        Verb::Query(query) => query.cut,
        Verb::Get { .. } => None,
    };
    let of_key = pattern.params.iter().filter_map(|param| {
        let part = cx.parts.get(param.field)?;
        let ident = names::ident(&param.name, names::generated(part.field.ident.span()));
        let of = if cut == Some(param.field) { Of::Beginning(part) } else { Of::Part(part) };
        Some(Param { ident, of })
    });
    let of_filter = pattern.values.iter().filter_map(|value| {
        let field = asked(cx, &value.field)?;
        let ident = names::ident(&value.name, names::generated(field.ident.span()));
        Some(Param { ident, of: Of::Value(field, value.of) })
    });
    of_key.chain(of_filter).collect()
}

/// Whether two parameters have one type: swapped, they would compile.
fn takes_struct(cx: &EntityContext<'_>, pattern: &PatternPlan) -> bool {
    let mut types: Vec<String> = parameters(cx, pattern).iter().map(Param::type_text).collect();
    types.sort();
    types.windows(2).any(|pair| pair[0] == pair[1])
}

fn params(cx: &EntityContext<'_>, pattern: &PatternPlan) -> TokenStream {
    let vis = cx.vis;
    let name = cx.ident(&names::params(&names::marker(&cx.entity.name, &pattern.name)));
    let doc = docs(&format!("The parameters of [`{}::{}`].", cx.entity.name, pattern.name));
    let params = parameters(cx, pattern);
    // The struct stands beside the user's, where the short name of the module is none.
    let private = private(cx.input.dal.root.as_ref());
    let fields = params.iter().map(|param| {
        let (ident, doc, ty) = (&param.ident, docs(&param.about()), param.ty(&private));
        quote!(#doc #vis #ident: #ty,)
    });
    quote! {
        #doc
        #vis struct #name { #(#fields)* }
    }
}

/// The value of a parameter.
fn value(ident: &Ident, part: &Part<'_>) -> TokenStream {
    let ty = part.field.inner;
    if part.field.missing { quote!(#ty) } else { quote!(#ident.into()) }
}

/// The receiver: its name, which no parameter has, and its type.
pub(crate) fn handle(p: &Ident, scoped: bool, params: &[&Ident]) -> (Ident, TokenStream) {
    let (name, ty) = if scoped { ("scope", quote!(Scope)) } else { ("dal", quote!(Dal)) };
    let mut name = name.to_owned();
    while params.iter().any(|param| **param == name) {
        name.push('_');
    }
    (names::ident(&name, proc_macro2::Span::call_site()), quote!(#p::#ty))
}

fn method(cx: &EntityContext<'_>, pattern: &PatternPlan) -> TokenStream {
    let EntityContext { p, vis, .. } = cx;
    let method = cx.ident(&pattern.name);
    let params = parameters(cx, pattern);
    let idents: Vec<&Ident> = params.iter().map(|param| &param.ident).collect();
    let (handle, handle_type) = handle(p, pattern.is_scoped(cx.plan), &idents);
    let as_struct = takes_struct(cx, pattern);
    let mut arguments: Vec<TokenStream> = params
        .iter()
        .map(|param| {
            let (ident, ty) = (&param.ident, param.ty(p));
            if param.is_missing() {
                return quote!(_: impl ::core::marker::Sized);
            }
            quote!(#ident: impl ::core::convert::Into<#ty>)
        })
        .collect();
    let (gives, output, body) = match &pattern.verb {
        Verb::Get { consistent } => {
            let key = cx.key_name();
            let name = &pattern.name;
            let consistent = consistent.then(|| quote!(.consistent()));
            let built = if as_struct {
                arguments = vec![quote!(key: #key)];
                quote!(key)
            } else {
                let fields = params.iter().filter_map(|Param { ident, of }| {
                    let Of::Part(part) = of else { return None };
                    let (field, value) = (part.ident(), value(ident, part));
                    Some(quote!(#field: #value))
                });
                quote!(#key { #(#fields),* })
            };
            let body = quote!(#p::Get::new(#handle, #name, #built)#consistent);
            (String::new(), quote!(#p::Get<Self>), body)
        }
        Verb::Query(query) => {
            let marker = marker_name(cx, pattern);
            if as_struct {
                let ty = cx.ident(&names::params(&names::marker(&cx.entity.name, &pattern.name)));
                arguments = vec![quote!(params: #ty)];
            }
            let builder = builder(query);
            let binds = params.iter().map(|Param { ident, of }| match of {
                Of::Beginning(part) => {
                    let value = match (as_struct, part.field.missing) {
                        (true, _) => quote!(params.#ident),
                        (false, true) => quote!(""),
                        (false, false) => quote!(#ident),
                    };
                    quote!(.begins_with(#value))
                }
                Of::Part(part) => {
                    let (codec, ty, number) = (part.codec(), part.field.inner, number(part.number));
                    let value = if as_struct { quote!(params.#ident) } else { value(ident, part) };
                    quote!(.bind::<#ty>(#number, #codec, #value))
                }
                Of::Value(..) => TokenStream::new(),
            });
            let filter = filter(cx, pattern, query, &|value| {
                let ident = cx.ident(&value.name);
                if as_struct { quote!(params.#ident) } else { quote!(#ident) }
            });
            let values = params.iter().filter(|param| !as_struct && matches!(param.of, Of::Value(..)));
            let values: Vec<TokenStream> = values
                .map(|param| {
                    let (ident, ty) = (&param.ident, param.ty(p));
                    quote!(let #ident: #ty = #ident.into();)
                })
                .collect();
            let gives = format!("[`{}`]", item(cx, query));
            (
                gives,
                quote!(#p::#builder<#marker>),
                quote!(#(#values)* #p::#builder::new(#handle) #(#binds)* #filter),
            )
        }
    };
    let doc = docs(&about(cx.plan, pattern, &gives));
    let many = many_parameters(1 + arguments.len());
    quote! {
        #doc
        #many
        #vis fn #method<T: #p::Holds<Self>>(#handle: &#handle_type<T>, #(#arguments),*) -> #output {
            #body
        }
    }
}
