//! What the generators of one entity share.

use dal_spec::plan::{EntityPlan, FieldPlan, IndexPlan, Plan, TemplatePlan, WhenIs};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Visibility;
use syn::spanned::Spanned as _;

use super::tokens::{alias, alias_at, kind_marker};
use crate::names;
use crate::parse::{Field, Input};

/// An entity: its plan, its struct, and how the two meet.
pub(crate) struct EntityContext<'a> {
    /// The runtime's private module.
    pub(crate) p: Ident,
    /// The whole list.
    pub(crate) plan: &'a Plan,
    /// The entity's number in the list.
    pub(crate) number: usize,
    /// The entity in the list.
    pub(crate) entity: &'a EntityPlan,
    /// The struct.
    pub(crate) input: &'a Input<'a>,
    /// The struct's name, as generated code writes it.
    pub(crate) name: Ident,
    /// The struct's visibility.
    pub(crate) vis: &'a Visibility,
    /// Where generated names point.
    pub(crate) span: Span,
    /// The fields of [`EntityPlan::fields`], each with the struct's.
    pub(crate) parts: Vec<Part<'a>>,
    /// Whether struct and list disagree, so that keys cannot be built from the struct; the error is reported.
    pub(crate) broken: bool,
}

/// A field of the struct that keys or conditions use.
pub(crate) struct Part<'a> {
    /// Its number in [`EntityPlan::fields`].
    pub(crate) number: usize,
    /// What the list says of it.
    pub(crate) plan: &'a FieldPlan,
    /// The struct's field.
    pub(crate) field: &'a Field<'a>,
    /// The marker of its kind in `P::kinds`: `Ulid`.
    pub(crate) kind: Ident,
    /// The runtime's private module, at the field's type: where a type that is not of the kind is reported.
    pub(crate) p: Ident,
    /// Whether keys or conditions need its value; else only whether it is there.
    pub(crate) valued: bool,
}

impl<'a> EntityContext<'a> {
    /// The entity of that number. `missing` stands for the fields that the struct lacks.
    pub(crate) fn new(
        plan: &'a Plan,
        number: usize,
        input: &'a Input<'a>,
        missing: &'a [Field<'a>],
        broken: bool,
    ) -> Option<Self> {
        let entity = plan.entities.get(number)?;
        let p = alias();
        let parts = entity
            .fields
            .iter()
            .enumerate()
            // The shard is the last, and no field of the struct.
            .filter(|(number, _)| !entity.is_shard(*number))
            .map(|(number, plan)| {
                let field = input.fields().iter().chain(missing).find(|field| field.name == plan.name)?;
                let span = names::generated(field.inner.span());
                let p = alias_at(span);
                let kind = kind_marker(&plan.kind, span);
                Some(Part { number, plan, field, kind, p, valued: is_valued(entity, number) })
            })
            .collect::<Option<Vec<_>>>()?;
        let span = names::generated(input.ident.span());
        let mut name = input.ident.clone();
        name.set_span(span);
        Some(Self { p, plan, number, entity, input, name, vis: input.vis, span, parts, broken })
    }

    /// An identifier of generated code.
    pub(crate) fn ident(&self, name: &str) -> Ident {
        names::ident(name, self.span)
    }

    /// The name of the key's type: `ItemKey`.
    pub(crate) fn key_name(&self) -> Ident {
        self.ident(&names::key(&self.entity.name))
    }

    /// How many fields are the tenant's.
    pub(crate) fn tenant_fields(&self) -> usize {
        if self.entity.scoped { self.plan.table.tenant.len().min(self.entity.primary_fields) } else { 0 }
    }

    /// The fields of the typed key: the primary key's without the tenant's.
    pub(crate) fn key_parts(&self) -> &[Part<'a>] {
        self.parts.get(self.tenant_fields()..self.entity.primary_fields).unwrap_or_default()
    }

    /// The part that this field of the struct is.
    pub(crate) fn part_of(&self, field: &Field<'_>) -> Option<&Part<'a>> {
        self.parts.iter().find(|part| part.field.name == field.name)
    }

    /// Whether an attribute of its own is written for the field.
    pub(crate) fn is_stored(&self, field: &Field<'_>) -> bool {
        let in_key = self.part_of(field).is_some_and(|part| self.entity.key_only.contains(&part.number));
        !field.serde.flatten && !field.serde.skip_serializing && !in_key
    }

    /// The index of a membership.
    pub(crate) fn index_of(&self, membership: usize) -> Option<&'a IndexPlan> {
        let membership = self.entity.memberships.get(membership)?;
        self.plan.table.indexes.get(membership.index)
    }

    /// The first membership in an index of the table: its number.
    pub(crate) fn membership_in(&self, index: usize) -> Option<usize> {
        self.entity.memberships.iter().position(|membership| membership.index == index)
    }

    /// The templates of the table's key.
    pub(crate) fn table_templates(&self) -> impl Iterator<Item = &'a TemplatePlan> {
        [&self.entity.partition].into_iter().chain(&self.entity.sort)
    }
}

impl Part<'_> {
    /// Where what is wrong with the field's type is reported.
    pub(crate) fn span(&self) -> Span {
        names::generated(self.field.inner.span())
    }

    /// How its values are parts of keys: the only words that need its type to be of its kind, and always at the same
    /// place, so that a type which is not is one error.
    pub(crate) fn codec(&self) -> TokenStream {
        let (p, kind) = (&self.p, &self.kind);
        quote_spanned!(self.span()=> #p::of::<#p::kinds::#kind, _>())
    }

    /// The field's identifier as generated code writes it.
    pub(crate) fn ident(&self) -> Ident {
        self.field.own_ident()
    }
}

fn is_valued(entity: &EntityPlan, number: usize) -> bool {
    let table = [&entity.partition].into_iter().chain(&entity.sort);
    let indexes = entity.memberships.iter().flat_map(|m| m.partition.iter().chain(&m.sort));
    let in_key = table.chain(indexes).flat_map(TemplatePlan::fields).any(|field| field == number);
    let guarded =
        entity.unique.iter().flat_map(|unique| unique.template.fields()).any(|field| field == number);
    let filled = entity.managed.fields().any(|(field, _)| field == number);
    let mut conditions = entity.memberships.iter().flat_map(|m| &m.when);
    in_key
        || guarded
        || filled
        || conditions.any(|when| when.field == number && matches!(when.is, WhenIs::OneOf(_)))
}
