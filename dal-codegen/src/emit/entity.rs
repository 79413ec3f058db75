//! `impl Entity`: the keys of an entity as data, and its parts.
//!
//! ```text
//! impl P::Entity for Item {
//!     type Key = ItemKey;
//!     type Handle<T: P::Holds<Self>> = P::Scope<T>; // P::Dal<T> outside tenants
//!     type Attributes = P::Serde;
//!     type Writes = P::Plain; // see `upkeep`
//!     const SCHEMA: &'static P::EntitySchema = {
//!         use P::{*, Kind::*};
//!         const INDEX_0: IndexSchema = IndexSchema {
//!             name: "GSI1",
//!             partition: &[key("GSI1PK", &[Lit("TENANT#"), seg(0, Ulid), Lit("#OWNER#"), seg(2, Ulid)])],
//!             sort: &[key("GSI1SK", &[seg(3, Time(Precision::Millis)), Lit("#"), seg(1, Ulid)])],
//!             when: &[],
//!         };
//!         &EntitySchema {
//!             name: "Item",
//!             type_attribute: Some("entity"),
//!             fields: &["tenant_id", "item_id", "owner_id", "created_at"],
//!             tenant_fields: 1,
//!             primary_fields: 2,
//!             partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
//!             sort: Some(key("SK", &[Lit("ITEM#"), seg(1, Ulid)])),
//!             indexes: &[INDEX_0],
//!             optional: &["owner_id"],
//!             hidden: &["PK", "SK", "GSI1PK", "GSI1SK", "entity"],
//!             fingerprint: 5817…,
//!             ..EntitySchema::EMPTY // `ttl`, `renamed`, `type_name`, `key_only`, and what `upkeep` has
//!         }
//!     };
//!     fn part(&self, field: u16) -> Option<P::Part<'_>> { … }
//!     fn key(&self) -> ItemKey { ItemKey { item_id: self.item_id.clone() } }
//! }
//! impl P::TenantPart<0> for Item { type Value = TenantId; const CODEC: P::Codec<TenantId> = …; }
//! impl P::KeyField<2> for Item { type Value = UserId; const CODEC: … } // where a collection takes it as a parameter
//! const _: () = P::same_words::<CallStatus>(&P::of::<P::kinds::Enum, _>(), "waiting|closed", "…"); // for each enum
//! ```

use std::collections::BTreeSet;

use dal_spec::KindDef;
use dal_spec::plan::{MembershipPlan, ShardPlan, Verb, WhenIs};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Code;
use super::constant::constant;
use super::context::EntityContext;
use super::fingerprint::fingerprint;
use super::key::part_method;
use super::key_only::key_only;
use super::tokens::{alias_at, key_attribute, number};
use super::upkeep;
use crate::names;
use crate::parse::Field;

/// The impl and what belongs to it.
pub(crate) fn entity(cx: &EntityContext<'_>) -> Code {
    let EntityContext { p, name, .. } = cx;
    let key = cx.key_name();
    let text = &cx.entity.name;
    let handle = if cx.entity.scoped { quote!(Scope) } else { quote!(Dal) };
    let alias = alias_at(cx.span);
    let serde = quote_spanned!(cx.span=> #alias::Serde);
    let (schema, part, cloned) = if cx.broken {
        let schema = quote!(&#p::EntitySchema::broken(#text));
        // Never run: the program does not compile.
        (schema, part_method(cx, [].iter()), quote!(loop {}))
    } else {
        (schema(cx), part_method(cx, cx.parts.iter()), cloned_key(cx))
    };
    let typed = typed_fields(cx);
    let words = words(cx);
    let sharded = cx.entity.shard.as_ref().map(|_| {
        quote! {
            #[automatically_derived]
            impl #p::Sharded for #name {}
        }
    });
    let (writes, stamp) = (upkeep::writes(cx), upkeep::stamp(cx));
    let key_only = key_only(cx);
    let impls = quote! {
        #[automatically_derived]
        impl #p::Entity for #name {
            type Key = #key;
            type Handle<T: #p::Holds<Self>> = #p::#handle<T>;
            type Attributes = #serde;
            type Writes = #writes;
            const SCHEMA: &'static #p::EntitySchema = #schema;
            #key_only
            #part
            fn key(&self) -> #key {
                #cloned
            }
            #stamp
        }
        #sharded
        #typed
        #words
    };
    Code { types: TokenStream::new(), impls }
}

/// The key's struct literal from `self`, which may be the entity or a projection.
pub(crate) fn cloned_key(cx: &EntityContext<'_>) -> TokenStream {
    let key = cx.key_name();
    let fields = cx.key_parts().iter().map(|part| {
        let (ident, codec) = (part.ident(), part.codec());
        quote!(#ident: #codec.copy(&self.#ident))
    });
    quote!(#key { #(#fields),* })
}

fn optional(text: Option<&str>) -> TokenStream {
    match text {
        Some(text) => quote!(Some(#text)),
        None => quote!(None),
    }
}

fn schema(cx: &EntityContext<'_>) -> TokenStream {
    let EntityContext { p, plan, entity, .. } = cx;
    let table = &plan.table;
    let name = &entity.name;
    let type_attribute = optional(table.type_attribute.as_deref());
    let has_ttl = |ttl: &&String| cx.input.fields().iter().any(|field| field.attribute == **ttl);
    let ttl = table.ttl.as_ref().filter(has_ttl).map(|ttl| quote!(ttl: Some(#ttl),));
    let upkeep = upkeep::schema(cx);
    let shared = plan.is_shared(entity).then(|| quote!(shared: true,));
    let type_name = entity.type_name.as_ref().map(|name| quote!(type_name: Some(#name),));
    let in_keys = entity.key_only.iter().map(|&field| number(field));
    let in_keys = (!entity.key_only.is_empty()).then(|| quote!(key_only: &[#(#in_keys),*],));
    let fields = entity.fields.iter().map(|field| &field.name);
    let tenant_fields = number(cx.tenant_fields());
    let primary_fields = number(entity.primary_fields);
    let partition = key_attribute(entity, &table.partition, &entity.partition);
    let sort = match (&table.sort, &entity.sort) {
        (Some(attribute), Some(template)) => {
            let key = key_attribute(entity, attribute, template);
            quote!(Some(#key))
        }
        _ => quote!(None),
    };
    let index_names: Vec<Ident> = (0..entity.memberships.len())
        .map(|membership| names::ident(&format!("INDEX_{membership}"), Span::call_site()))
        .collect();
    let memberships = index_names.iter().zip(&entity.memberships);
    let indexes = memberships.map(|(name, membership)| index_schema(cx, name, membership));
    let renamed = renamed(cx);
    let renamed = (!renamed.is_empty()).then(|| quote!(renamed: &[#(#renamed),*],));
    let optional = stored(cx).filter(|field| field.optional || field.serde.skip_serializing_if);
    let optional: Vec<&String> = optional.map(|field| &field.attribute).collect();
    let optional = (!optional.is_empty()).then(|| quote!(optional: &[#(#optional),*],));
    let hidden = hidden(cx);
    let shard = entity.shard.as_ref().map(|shard| {
        let shards = shards(shard);
        quote!(shard: Some(#shards),)
    });
    let fingerprint = fingerprint(table, entity);
    // The block names what the schema is made of, which holds none of the user's tokens.
    quote!({
        use #p::{*, Kind::*};
        use ::core::option::Option::{None, Some};
        #(#indexes)*
        &EntitySchema {
            name: #name,
            #type_name
            type_attribute: #type_attribute,
            #shared
            #ttl
            fields: &[#(#fields),*],
            tenant_fields: #tenant_fields,
            primary_fields: #primary_fields,
            partition: #partition,
            sort: #sort,
            indexes: &[#(#index_names),*],
            #shard
            #renamed
            #optional
            hidden: &[#(#hidden),*],
            fingerprint: #fingerprint,
            #upkeep
            #in_keys
            ..EntitySchema::EMPTY
        }
    })
}

fn index_schema(cx: &EntityContext<'_>, index_name: &Ident, membership: &MembershipPlan) -> TokenStream {
    let EntityContext { p, entity, .. } = cx;
    let Some(index) = cx.plan.table.indexes.get(membership.index) else { return TokenStream::new() };
    let name = &index.physical;
    let keys = |attributes: &[String], templates: &[_]| {
        let keys: Vec<TokenStream> = attributes
            .iter()
            .zip(templates)
            .map(|(attribute, template)| key_attribute(entity, attribute, template))
            .collect();
        quote!(&[#(#keys),*])
    };
    let partition = keys(&index.partition, &membership.partition);
    let sort = keys(&index.sort, &membership.sort);
    let when = membership.when.iter().map(|when| {
        let field = number(when.field);
        match &when.is {
            WhenIs::Present => quote!(When::Present(#field)),
            WhenIs::Absent => quote!(When::Absent(#field)),
            WhenIs::OneOf(values) => {
                let kind = entity.fields.get(when.field).map(|field| &field.kind);
                let values = values.iter().filter_map(|text| constant(p, &kind?.constant(text)?));
                quote!(When::OneOf(#field, &[#(#values),*]))
            }
        }
    });
    quote! {
        const #index_name: IndexSchema =
            IndexSchema { name: #name, partition: #partition, sort: #sort, when: &[#(#when),*] };
    }
}

/// The fields that an attribute of their own holds.
fn stored<'a>(cx: &'a EntityContext<'_>) -> impl Iterator<Item = &'a Field<'a>> {
    cx.input.fields().iter().filter(|field| cx.is_stored(field))
}

/// The parts whose attribute has another name than the field, or that no attribute holds.
fn renamed(cx: &EntityContext<'_>) -> Vec<TokenStream> {
    let renamed = cx.parts.iter().filter_map(|part| {
        let attribute = if cx.is_stored(part.field) { part.field.attribute.as_str() } else { "" };
        let number = number(part.number);
        (attribute != part.field.name).then(|| quote!((#number, #attribute)))
    });
    // The shard lives in key text only.
    let shard = cx.entity.shard.iter().map(|shard| {
        let number = number(shard.field);
        quote!((#number, ""))
    });
    renamed.chain(shard).collect()
}

/// `Shards { … }`, in a block that names it.
pub(crate) fn shards(shard: &ShardPlan) -> TokenStream {
    let field = number(shard.field);
    let from = proc_macro2::Literal::u32_unsuffixed(shard.from);
    let count = proc_macro2::Literal::u32_unsuffixed(shard.count);
    let by = match shard.by.map(number) {
        Some(by) => quote!(::core::option::Option::Some(#by)),
        None => quote!(::core::option::Option::None),
    };
    quote!(Shards { field: #field, from: #from, count: #count, by: #by })
}

/// What serde must not see: dal's own attributes, those of all the table's indexes among them, except fields.
fn hidden(cx: &EntityContext<'_>) -> Vec<String> {
    let table = &cx.plan.table;
    let indexes = table.indexes.iter().flat_map(|index| index.partition.iter().chain(&index.sort));
    let own = [&table.partition].into_iter().chain(&table.sort).chain(indexes).chain(&table.type_attribute);
    let mut seen = BTreeSet::new();
    own.filter(|attribute| !cx.input.fields().iter().any(|field| field.attribute == **attribute))
        .filter(|attribute| seen.insert(attribute.as_str()))
        .cloned()
        .collect()
}

/// The types of fields that other types need: the tenant's, and the parameters and ranges of collections.
fn typed_fields(cx: &EntityContext<'_>) -> TokenStream {
    let EntityContext { p, name, .. } = cx;
    let tenant = cx.tenant_fields();
    let of_collections: BTreeSet<usize> = cx
        .plan
        .collections()
        .filter(|pattern| pattern.entities.first() == Some(&cx.number))
        .flat_map(|pattern| {
            let range = match &pattern.verb {
                Verb::Query(query) => query.range,
                Verb::Get { .. } => None,
            };
            pattern.params.iter().map(|param| param.field).chain(range)
        })
        .filter(|field| *field >= tenant)
        .collect();
    let impls = cx.parts.iter().filter_map(|part| {
        let of = match part.number {
            number if number < tenant => quote!(TenantPart),
            number if of_collections.contains(&number) => quote!(KeyField),
            _ => return None,
        };
        let (number, ty, codec) = (number(part.number), part.field.inner, part.codec());
        Some(quote! {
            #[automatically_derived]
            impl #p::#of<#number> for #name {
                type Value = #ty;
                const CODEC: #p::Codec<#ty> = #codec;
            }
        })
    });
    impls.collect()
}

/// The words of enums in keys, compared with the list's: the enum may be declared in another crate.
fn words(cx: &EntityContext<'_>) -> TokenStream {
    let entity = cx.entity;
    let enums = cx.parts.iter().filter_map(|part| match &part.plan.kind {
        KindDef::Enum(words) if part.valued && !cx.broken => Some((part, words)),
        _ => None,
    });
    enums
        .map(|(part, words)| {
            let ty = part.field.inner;
            let listed = words.replace('|', ", ");
            let message = format!(
                "the variants of this enum are not the words of `{}.{}` in patterns.yaml: [{listed}], in this order [DAL0829]",
                entity.name, part.field.name
            );
            let (span, p, codec) = (part.span(), &part.p, part.codec());
            let check = quote_spanned!(span=> #p::same_words::<#ty>(&#codec, #words, #message));
            quote!(const _: () = #check;)
        })
        .collect()
}
