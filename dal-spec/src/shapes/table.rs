//! The table's enum against the entities of the list.

use super::{at_type, with_type};
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::Plan;
use crate::shape::{Body, Shape};
use crate::suggest;

pub(super) fn check(plan: &Plan, shape: &Shape, out: &mut Vec<Diagnostic>) {
    let Body::Enum(variants) = &shape.body else { return };
    let known = |name: &str| plan.entity(name).is_some() || plan.is_left_out(name);
    let missing: Vec<&str> = plan
        .entities
        .iter()
        .map(|entity| entity.name.as_str())
        .filter(|name| !variants.iter().any(|variant| variant.name == *name))
        .collect();
    for variant in variants {
        let at = |diagnostic: Diagnostic, label: &str| match &variant.place {
            Some(place) => diagnostic.at(place, label),
            None => at_type(diagnostic, shape, label),
        };
        let name = variant.name.as_str();
        if !known(name) {
            let near = suggest::did_you_mean(name, missing.iter().copied());
            let diagnostic = Diagnostic::new(
                Code::UnknownVariant,
                format!("`{}::{name}` is no entity of the list", shape.name),
            )
            .help(format!("remove it, or add `{name}` under `entities:`"));
            out.push(at(diagnostic, &near));
        } else if variant.payload.as_deref() != Some(name) {
            let label = match &variant.payload {
                Some(payload) => format!("holds `{payload}`"),
                None => format!("holds {} fields", variant.fields),
            };
            let diagnostic = Diagnostic::new(
                Code::WrongPayload,
                format!("`{}::{name}` must hold one `{name}`", shape.name),
            )
            .note("the variant has the entity's name, and holds its struct")
            .help(format!("write `{name}({name})`"));
            out.push(at(diagnostic, &label));
        }
    }
    // A misspelt variant was reported with the name that it should have.
    let missing: Vec<&str> = missing
        .into_iter()
        .filter(|name| {
            !variants.iter().any(|v| !known(&v.name) && suggest::nearest(&v.name, [*name]).is_some())
        })
        .collect();
    if !missing.is_empty() {
        let variants: Vec<String> = missing.iter().map(|name| format!("{name}({name})")).collect();
        let mut diagnostic = Diagnostic::new(
            Code::MissingVariant,
            format!("`{}` has no variant for {}", shape.name, suggest::names(missing.iter().copied())),
        )
        .note("the enum decodes every item of the table, so it knows every entity")
        .help(format!("add {}", suggest::names(variants.iter().map(String::as_str))));
        if let Some((_, entity)) = missing.first().and_then(|name| plan.entity(name)) {
            diagnostic = diagnostic.at(&entity.place, "declared here");
        }
        out.push(with_type(diagnostic, shape));
    }
}
