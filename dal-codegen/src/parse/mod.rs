//! A struct or an enum that derives `SingleTable`, with its serde and dal attributes.

pub(crate) mod case;
mod dal;
mod place;
pub(crate) mod serde;
pub(crate) mod types;

use dal_spec::Place;
use dal_spec::shape::{Body as ShapeBody, FieldShape, Shape, VariantShape};
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Fields, Generics, Ident, Type, Visibility};

pub(crate) use self::dal::DalAttributes;
pub(crate) use self::place::locate;
use self::serde::{ContainerAttributes, DefaultIs, FieldAttributes};
use self::types::{base, in_option, in_vec, unraw};
use crate::error::Errors;

/// Tokens as text, without the spaces that tokens print between the segments of a path.
pub(crate) fn text(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    text.replace(" :: ", "::").replace(":: ", "::").replace(" < ", "<").replace(" >", ">").replace(" ,", ",")
}

/// The type that the derive is on.
pub(crate) struct Input<'a> {
    /// Its name.
    pub(crate) ident: &'a Ident,
    /// Its visibility: that of all that is generated for it.
    pub(crate) vis: &'a Visibility,
    /// What `#[dal(…)]` says.
    pub(crate) dal: DalAttributes,
    /// What `#[serde(…)]` says.
    pub(crate) serde: ContainerAttributes,
    /// Where its generic parameters or `where` clause stand, if it has any.
    pub(crate) generics: Option<Span>,
    /// The parameters.
    pub(crate) parameters: &'a Generics,
    /// What it is made of.
    pub(crate) body: Body<'a>,
}

/// What a type is made of.
pub(crate) enum Body<'a> {
    /// A struct with named fields.
    Struct(Vec<Field<'a>>),
    /// A tuple struct: the types of its fields.
    Tuple(Vec<&'a Type>),
    /// A struct without fields.
    Unit,
    /// An enum.
    Enum(Vec<Variant<'a>>),
    /// A union.
    Union,
}

/// A named field.
pub(crate) struct Field<'a> {
    /// Its identifier.
    pub(crate) ident: &'a Ident,
    /// Its name without `r#`.
    pub(crate) name: String,
    /// Its visibility.
    pub(crate) vis: &'a Visibility,
    /// Its type as written.
    pub(crate) ty: &'a Type,
    /// The type inside `Option`, or the type itself.
    pub(crate) inner: &'a Type,
    /// Whether its type is `Option<…>`.
    pub(crate) optional: bool,
    /// The attribute's name in DynamoDB.
    pub(crate) attribute: String,
    /// What `#[serde(…)]` says.
    pub(crate) serde: FieldAttributes,
    /// Whether the struct lacks it.
    pub(crate) missing: bool,
}

/// A variant of an enum.
pub(crate) struct Variant<'a> {
    /// Its identifier.
    pub(crate) ident: &'a Ident,
    /// Its text under serde's rules.
    pub(crate) text: String,
    /// The type of its one unnamed field.
    pub(crate) payload: Option<&'a Type>,
    /// How many fields it has.
    pub(crate) fields: usize,
}

impl<'a> Input<'a> {
    /// Reads a type. What is wrong with its attributes goes to `errors`.
    pub(crate) fn parse(ast: &'a DeriveInput, errors: &mut Errors) -> Self {
        let serde = ContainerAttributes::parse(&ast.attrs, errors);
        let body = match &ast.data {
            Data::Struct(data) => match &data.fields {
                Fields::Named(fields) => Body::Struct(
                    fields.named.iter().filter_map(|field| Field::parse(field, &serde, errors)).collect(),
                ),
                Fields::Unnamed(fields) => {
                    Body::Tuple(fields.unnamed.iter().map(|field| &field.ty).collect())
                }
                Fields::Unit => Body::Unit,
            },
            Data::Enum(data) => Body::Enum(
                data.variants.iter().map(|variant| Variant::parse(variant, &serde, errors)).collect(),
            ),
            Data::Union(_) => Body::Union,
        };
        let generics = &ast.generics;
        let generics = match (generics.params.is_empty(), &generics.where_clause) {
            (false, _) => Some(generics.params.span()),
            (true, Some(clause)) => Some(clause.span()),
            (true, None) => None,
        };
        Self {
            ident: &ast.ident,
            vis: &ast.vis,
            dal: DalAttributes::parse(&ast.attrs, errors),
            serde,
            generics,
            parameters: &ast.generics,
            body,
        }
    }

    /// The type's name without `r#`.
    pub(crate) fn name(&self) -> String {
        unraw(self.ident)
    }

    /// The named fields: none for anything but a struct.
    pub(crate) fn fields(&self) -> &[Field<'a>] {
        match &self.body {
            Body::Struct(fields) => fields,
            _ => &[],
        }
    }

    /// The variants: none for anything but an enum.
    pub(crate) fn variants(&self) -> &[Variant<'a>] {
        match &self.body {
            Body::Enum(variants) => variants,
            _ => &[],
        }
    }

    /// The type as the list's checks see it; `None` for a union.
    pub(crate) fn shape(&self) -> Option<Shape> {
        let place = place::Tokens::default();
        let body = match &self.body {
            Body::Struct(fields) => {
                let container = !matches!(self.serde.default, DefaultIs::Missing);
                ShapeBody::Struct(
                    fields.iter().zip(1..).map(|(field, at)| field.shape(container, place.of(at))).collect(),
                )
            }
            Body::Tuple(types) => ShapeBody::Tuple(types.len()),
            Body::Unit => ShapeBody::Unit,
            Body::Enum(variants) => ShapeBody::Enum(
                variants.iter().zip(1..).map(|(variant, at)| variant.shape(place.of(at))).collect(),
            ),
            Body::Union => return None,
        };
        Some(Shape { name: self.name(), place: Some(place.of(0)), body })
    }
}

impl<'a> Field<'a> {
    /// The identifier as generated code writes it: lints see that the user did not.
    pub(crate) fn own_ident(&self) -> Ident {
        let mut ident = self.ident.clone();
        ident.set_span(crate::names::generated(ident.span()));
        ident
    }

    /// A field that the struct lacks: it has no attribute.
    pub(crate) fn missing(ident: &'a Ident, vis: &'a Visibility, ty: &'a Type) -> Self {
        let serde =
            FieldAttributes { skip_serializing: true, skip_deserializing: true, ..Default::default() };
        let name = unraw(ident);
        Self {
            ident,
            vis,
            ty,
            inner: ty,
            optional: false,
            attribute: name.clone(),
            serde,
            name,
            missing: true,
        }
    }

    fn parse(field: &'a syn::Field, container: &ContainerAttributes, errors: &mut Errors) -> Option<Self> {
        let ident = field.ident.as_ref()?;
        let name = unraw(ident);
        let renamed = container.rename_all.field(&name);
        let serde = FieldAttributes::parse(&field.attrs, &renamed, errors);
        let inner = in_option(&field.ty);
        Some(Self {
            ident,
            vis: &field.vis,
            ty: &field.ty,
            inner: inner.unwrap_or(&field.ty),
            optional: inner.is_some(),
            attribute: serde.rename.clone().unwrap_or(renamed),
            serde,
            name,
            missing: false,
        })
    }

    fn shape(&self, container_default: bool, place: Place) -> FieldShape {
        FieldShape {
            name: self.name.clone(),
            attribute: self.attribute.clone(),
            ty: text(self.ty),
            base: base(self.ty),
            optional: self.optional,
            list: in_vec(self.ty).is_some(),
            default: container_default || !matches!(self.serde.default, DefaultIs::Missing),
            flatten: self.serde.flatten,
            skip: self.serde.skips(),
            with: self.serde.with.clone(),
            place: Some(place),
        }
    }
}

impl<'a> Variant<'a> {
    fn parse(variant: &'a syn::Variant, container: &ContainerAttributes, errors: &mut Errors) -> Self {
        let renamed = container.rename_all.variant(&unraw(&variant.ident));
        let serde = FieldAttributes::parse(&variant.attrs, &renamed, errors);
        let payload = match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                fields.unnamed.first().map(|field| &field.ty)
            }
            _ => None,
        };
        Self {
            ident: &variant.ident,
            text: serde.rename.unwrap_or(renamed),
            payload,
            fields: variant.fields.len(),
        }
    }

    fn shape(&self, place: Place) -> VariantShape {
        VariantShape {
            name: unraw(self.ident),
            text: self.text.clone(),
            payload: self.payload.map(base),
            fields: self.fields,
            place: Some(place),
        }
    }
}

/// The path that `#[dal(patterns = "…")]` gives, if it is there.
pub fn patterns_attribute(input: &DeriveInput) -> Option<String> {
    // What is wrong with the attribute is reported when the type is read.
    let attributes = DalAttributes::parse(&input.attrs, &mut Errors::default());
    attributes.patterns.map(|path| path.value())
}
