//! An entity as an index stores it.
//!
//! ```text
//! /// An [`Item`] as the index `GSI1` stores it.
//! pub struct ItemOnGsi1 {
//!     /// The `owner_id`, from the key.
//!     pub owner_id: UserId,
//!     /// The attribute `title`.
//!     pub title: String,
//!     // …
//! }
//! impl<'a> P::ReadItem<'a> for ItemOnGsi1 {
//!     fn read(row: P::Row<'a>) -> Result<Self, P::ItemError> {
//!         let mut row = row.projected(<Item as P::Entity>::SCHEMA, 0)?;
//!         Ok(Self {
//!             owner_id: row.part(2, P::of::<P::kinds::Ulid, _>())?,
//!             title: row.attribute("title")?, // attribute_or(…, default), attribute_with(…, |from| m::deserialize(from));
//!             // and row.named("title", &["titel"]) for the name, with #[serde(alias = "titel")]
//!         })
//!     }
//! }
//! impl P::Projection for ItemOnGsi1 { type Entity = Item; fn key(&self) -> ItemKey { … } }
//! impl Debug for ItemOnGsi1 { … } // the parts of keys: other types need not be `Debug`
//! ```

use dal_spec::plan::{ProjectionPlan, QueryPlan, TemplatePlan, Verb};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Type, Visibility};

use super::Code;
use super::context::{EntityContext, Part};
use super::entity::cloned_key;
use super::tokens::{docs, number};
use crate::names;
use crate::parse::Field;
use crate::parse::serde::DefaultIs;

/// The structs of the entity's indexes that do not store all attributes.
pub(crate) fn projections(cx: &EntityContext<'_>) -> Code {
    let mut seen = Vec::new();
    let memberships = 0..cx.entity.memberships.len();
    let mut code: Code = memberships
        .filter_map(|membership| Some((membership, cx.index_of(membership)?)))
        .filter(|(_, index)| index.projection != ProjectionPlan::All)
        .filter(|(_, index)| {
            let new = !seen.contains(&&index.physical);
            seen.push(&index.physical);
            new
        })
        .map(|(membership, index)| {
            let stored: &[String] = match &index.projection {
                ProjectionPlan::Include(attributes) => attributes,
                _ => &[],
            };
            let name = names::projection(&cx.entity.name, &index.name);
            let about = format!("A [`{}`] as the index `{}` stores it.", cx.entity.name, index.name);
            projection(cx, Some(membership), &name, &about, &|field| stored.contains(&field.attribute))
        })
        .collect();
    let selections = cx.plan.patterns_of(cx.number).filter_map(|pattern| {
        let Verb::Query(query) = &pattern.verb else { return None };
        let name = query.selection.as_ref()?;
        let membership = match query.index {
            Some(index) => Some(cx.membership_in(index)?),
            None => None,
        };
        let about = format!("What [`{0}::{1}`] gives of a [`{0}`].", cx.entity.name, pattern.name);
        Some(projection(cx, membership, name, &about, &|field| query.select.contains(&field.name)))
    });
    code.extend(selections);
    code
}

/// The attributes that a pattern asks for, where it asks for less than all: with the names that they had before.
pub(crate) fn selected_attributes(cx: &EntityContext<'_>, query: &QueryPlan) -> Vec<String> {
    if query.selection.is_none() {
        return Vec::new();
    }
    let selected = cx.input.fields().iter().filter(|field| query.select.contains(&field.name));
    selected
        .filter(|field| cx.is_stored(field))
        .flat_map(|field| std::iter::once(&field.attribute).chain(&field.serde.aliases))
        .cloned()
        .collect()
}

/// What a field of a projection is read from.
enum From<'a> {
    /// A part of a key of the table or the index.
    Key(&'a Part<'a>),
    /// An attribute that the index stores.
    Attribute(&'a Field<'a>),
}

/// A field of a projection.
struct Column<'a> {
    ident: Ident,
    name: &'a str,
    vis: &'a Visibility,
    ty: &'a Type,
    from: From<'a>,
}

fn projection(
    cx: &EntityContext<'_>,
    membership: Option<usize>,
    name: &str,
    about: &str,
    stored: &dyn Fn(&Field<'_>) -> bool,
) -> Code {
    let EntityContext { p, vis, name: entity, .. } = cx;
    let name = cx.ident(name);
    let columns = columns(cx, membership, stored);
    let about = docs(about);
    let fields = columns.iter().map(|Column { ident, name, vis, ty, from }| {
        let doc = docs(&match from {
            From::Key(_) => format!("The `{name}`, from the key."),
            From::Attribute(field) => format!("The attribute `{}`.", field.attribute),
        });
        quote!(#doc #vis #ident: #ty,)
    });
    let read = columns.iter().map(|Column { ident, from, .. }| {
        let value = match from {
            From::Key(part) => {
                let (codec, number) = (part.codec(), number(part.number));
                let value = quote_spanned!(part.span()=> row.part(#number, #codec));
                quote!(#value?)
            }
            From::Attribute(field) => attribute(cx, field),
        };
        quote!(#ident: #value,)
    });
    let by_attribute = columns.iter().any(|column| matches!(column.from, From::Attribute(_)));
    let row = if by_attribute { quote!(mut row) } else { quote!(row) };
    let shown = columns
        .iter()
        .filter(|column| matches!(column.from, From::Key(_)))
        .map(|Column { ident, name, .. }| quote!(.field(#name, &self.#ident)));
    let finish = if by_attribute { quote!(finish_non_exhaustive) } else { quote!(finish) };
    let shown_name = name.to_string();
    let projected = match membership.map(number) {
        Some(membership) => quote!(row.projected(<#entity as #p::Entity>::SCHEMA, #membership)?),
        None => quote!(row.selected(<#entity as #p::Entity>::SCHEMA)?),
    };
    let (key, cloned) = (cx.key_name(), cloned_key(cx));
    let types = quote! {
        #about
        #[allow(dead_code)]
        #vis struct #name { #(#fields)* }
    };
    let impls = quote! {
        #[automatically_derived]
        impl<'a> #p::ReadItem<'a> for #name {
            fn read(row: #p::Row<'a>) -> ::core::result::Result<Self, #p::ItemError> {
                let #row = #projected;
                ::core::result::Result::Ok(Self { #(#read)* })
            }
        }
        #[automatically_derived]
        impl #p::Projection for #name {
            type Entity = #entity;
            fn key(&self) -> #key {
                #cloned
            }
        }
        #[automatically_derived]
        impl ::core::fmt::Debug for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(#shown_name) #(#shown)* .#finish()
            }
        }
    };
    Code { types, impls }
}

/// The fields: parts of keys in the order of the list, then attributes in the order of the struct.
fn columns<'a>(
    cx: &'a EntityContext<'a>,
    membership: Option<usize>,
    stored: &dyn Fn(&Field<'_>) -> bool,
) -> Vec<Column<'a>> {
    let membership = membership.and_then(|membership| cx.entity.memberships.get(membership));
    let of_index =
        membership.into_iter().flat_map(|membership| membership.partition.iter().chain(&membership.sort));
    // A part gives its value back where one key holds it unfolded and uncut; the primary key's are kept in any form,
    // because the key is built from them.
    let whole: Vec<usize> = cx
        .table_templates()
        .chain(of_index)
        .flat_map(TemplatePlan::parts)
        .filter(|(field, format)| !format.is_lossy() || *field < cx.entity.primary_fields)
        .map(|(field, _)| field)
        .collect();
    let keys = cx.parts.iter().filter(|part| whole.contains(&part.number)).map(|part| Column {
        ident: part.ident(),
        name: &part.field.name,
        vis: part.field.vis,
        ty: part.field.inner,
        from: From::Key(part),
    });
    let attributes = cx
        .input
        .fields()
        .iter()
        .filter(|field| stored(field) && !field.serde.flatten && !field.serde.skips())
        .filter(|field| !cx.part_of(field).is_some_and(|part| whole.contains(&part.number)))
        .map(|field| Column {
            ident: field.own_ident(),
            name: &field.name,
            vis: field.vis,
            ty: field.ty,
            from: From::Attribute(field),
        });
    keys.chain(attributes).collect()
}

/// How an attribute is read: as serde would read it in the whole item.
fn attribute(cx: &EntityContext<'_>, field: &Field<'_>) -> TokenStream {
    let (attribute, aliases) = (&field.attribute, &field.serde.aliases);
    let attribute =
        if aliases.is_empty() { quote!(#attribute) } else { quote!(row.named(#attribute, &[#(#aliases),*])) };
    let name = &cx.name;
    let default = match (&field.serde.default, &cx.input.serde.default) {
        (DefaultIs::Path(path), _) => Some(quote!(#path)),
        (DefaultIs::Trait, _) => Some(quote!(::core::default::Default::default)),
        (DefaultIs::Missing, DefaultIs::Missing) => None,
        (DefaultIs::Missing, container) => {
            let ident = field.own_ident();
            let whole = match container {
                DefaultIs::Path(path) => quote!(#path()),
                _ => quote!(<#name as ::core::default::Default>::default()),
            };
            Some(quote!(|| #whole.#ident))
        }
    };
    match (&field.serde.deserialize_with, default) {
        (None, None) => quote!(row.attribute(#attribute)?),
        (None, Some(default)) => quote!(row.attribute_or(#attribute, #default)?),
        (Some(read), None) => quote!(row.attribute_with(#attribute, |from| #read(from))?),
        (Some(read), Some(default)) => {
            quote!(row.attribute_with_or(#attribute, |from| #read(from), #default)?)
        }
    }
}
