//! The kind of each field, from the `types:` of all files.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::spec::{Spec, TypeSpec};
use crate::suggest;

/// The kinds of fields.
#[derive(Debug)]
pub(crate) struct Kinds<'s> {
    of: HashMap<(Option<&'s str>, &'s str), &'s TypeSpec>,
}

impl<'s> Kinds<'s> {
    /// Collects the types of a list; two that disagree are reported, and the first holds.
    pub(crate) fn resolve(spec: &'s Spec, out: &mut Vec<Diagnostic>) -> Self {
        let mut of: HashMap<(Option<&str>, &str), &TypeSpec> = HashMap::new();
        for declared in &spec.types {
            let first = of.entry((declared.entity.as_deref(), declared.field.as_str())).or_insert(declared);
            if let (Some(a), Some(b)) = (&first.kind, &declared.kind)
                && a != b
            {
                let name = full_name(declared);
                let mut diagnostic = Diagnostic::new(
                    Code::TypesDisagree,
                    format!("`{name}` is `{}` here and `{}` in `{}`", declared.written, first.written, first.place.source.name),
                )
                .at(&declared.place, format!("`{}`", declared.written))
                .related(&first.place, format!("`{}`", first.written))
                .note("a field of one name is one kind in all entities, so that keys of different domains can be compared");
                if declared.entity.is_none() {
                    diagnostic = diagnostic
                        .help(format!("say which entity differs: `Entity.{name}: {}`", declared.written));
                }
                out.push(diagnostic);
            }
        }
        let entities: HashSet<&str> = spec.entities.iter().map(|entity| entity.name.text.as_str()).collect();
        for declared in &spec.types {
            let Some(entity) = declared.entity.as_deref() else { continue };
            if !entities.contains(entity) {
                let label = suggest::did_you_mean(entity, spec.entities.iter().map(|e| e.name.text.as_str()));
                out.push(
                    Diagnostic::new(
                        Code::UnknownEntity,
                        format!(
                            "`{}` gives a kind to a field of an entity that the list does not have",
                            full_name(declared)
                        ),
                    )
                    .at(&declared.place, label),
                );
            }
        }
        Self { of }
    }

    /// The kind of an entity's field: its own, that of the field's name, or text. `None` if it was reported.
    pub(crate) fn of(&self, entity: Option<&str>, field: &str) -> Option<KindDef> {
        let own = entity.and_then(|entity| self.of.get(&(Some(entity), field)));
        match own.or_else(|| self.of.get(&(None, field))) {
            Some(declared) => declared.kind.clone(),
            None => Some(KindDef::Text(None)),
        }
    }

    /// The kind that the list gives an entity's field, if it gives one.
    pub(crate) fn declared(&self, entity: &str, field: &str) -> Option<&'s KindDef> {
        let own = self.of.get(&(Some(entity), field));
        own.or_else(|| self.of.get(&(None, field)))?.kind.as_ref()
    }

    /// Whether a field's kind is declared, for the entity or for all.
    pub(crate) fn is_declared(&self, entity: &str, field: &str) -> bool {
        self.of.contains_key(&(Some(entity), field)) || self.of.contains_key(&(None, field))
    }

    /// An entity's own declaration of a field's kind.
    pub(crate) fn own(&self, entity: &str, field: &str) -> Option<&'s TypeSpec> {
        self.of.get(&(Some(entity), field)).copied()
    }

    /// The declarations that none of these uses (entity and field) is made by.
    pub(crate) fn unused(&self, uses: &HashSet<(&str, &str)>) -> Vec<&'s TypeSpec> {
        // The fields that some entity takes from the declaration for all.
        let shared: HashSet<&str> = uses
            .iter()
            .filter(|(entity, field)| self.own(entity, field).is_none())
            .map(|(_, field)| *field)
            .collect();
        let mut unused: Vec<&TypeSpec> = self
            .of
            .values()
            .copied()
            .filter(|declared| match declared.entity.as_deref() {
                Some(entity) => !uses.contains(&(entity, declared.field.as_str())),
                None => !shared.contains(declared.field.as_str()),
            })
            .collect();
        unused.sort_by_key(|declared| {
            (declared.place.source.name.clone(), declared.place.line, declared.place.column)
        });
        unused
    }
}

/// `field`, or `Entity.field`.
pub(crate) fn full_name(declared: &TypeSpec) -> String {
    match &declared.entity {
        Some(entity) => format!("{entity}.{}", declared.field),
        None => declared.field.clone(),
    }
}
