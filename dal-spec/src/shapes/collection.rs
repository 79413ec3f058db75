//! The type of a collection against the entities of its pattern.

use super::{at_type, with_type};
use crate::diagnostic::{Code, Diagnostic, Owner};
use crate::plan::{EntityPlan, PatternPlan, Plan, QueryPlan, SegmentPlan, TemplatePlan, Verb};
use crate::shape::{Body, FieldShape, Shape, VariantShape};
use crate::source::Place;
use crate::suggest;

/// A variant or field that may hold an entity.
struct Member<'m> {
    name: &'m str,
    /// The type's name, if it is one type.
    holds: Option<&'m str>,
    place: Option<&'m Place>,
}

pub(super) fn check(plan: &Plan, number: usize, shape: &Shape, out: &mut Vec<Diagnostic>) {
    let Some(pattern) = plan.patterns.get(number) else { return };
    let Verb::Query(query) = &pattern.verb else { return };
    let entities: Vec<&EntityPlan> = pattern.entities.iter().filter_map(|&e| plan.entities.get(e)).collect();
    let given: Vec<String> = entities.iter().map(|entity| plan.given(pattern, entity)).collect();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let mark = out.len();
    match &shape.body {
        Body::Struct(_) if plan.narrow(pattern).is_some() => {
            let diagnostic = Diagnostic::new(
                Code::WrongBody,
                format!("`{}` gives index entries, and `{}` is a struct", pattern.name, shape.name),
            )
            .at(&pattern.place, "reads an index that does not store all")
            .help(format!(
                "make it an enum with a variant for each: {}",
                suggest::names(given.iter().copied())
            ));
            out.push(with_type(diagnostic, shape));
        }
        Body::Struct(_) if query.one || query.scan.is_some() => {
            let (what, label) = if query.one {
                ("one item", "gives the one item at an end of what it reads")
            } else {
                ("items page by page", "gives items as they come, in no order")
            };
            let diagnostic = Diagnostic::new(
                Code::WrongBody,
                format!("`{}` gives {what}, and `{}` is a struct", pattern.name, shape.name),
            )
            .at(&pattern.place, label)
            .help(format!(
                "make it an enum with a variant for each: {}",
                suggest::names(given.iter().copied())
            ));
            out.push(with_type(diagnostic, shape));
        }
        Body::Enum(variants) => {
            members(pattern, &given, shape, &variants.iter().map(of_variant).collect::<Vec<_>>(), out);
        }
        Body::Struct(fields) => {
            let read: Vec<&FieldShape> = fields.iter().filter(|field| !field.skip).collect();
            members(pattern, &given, shape, &read.iter().map(|f| of_field(f)).collect::<Vec<_>>(), out);
            for field in read {
                if let Some(entity) = entities.iter().find(|entity| entity.name == field.base) {
                    room(pattern, query, entity, shape, field, out);
                }
            }
        }
        _ => {}
    }
    for diagnostic in out.iter_mut().skip(mark) {
        diagnostic.owner = Owner::Collection(shape.name.clone());
        diagnostic.pattern = Some(pattern.name.clone());
    }
}

fn of_variant(variant: &VariantShape) -> Member<'_> {
    Member { name: &variant.name, holds: variant.payload.as_deref(), place: variant.place.as_ref() }
}

fn of_field(field: &FieldShape) -> Member<'_> {
    Member { name: &field.name, holds: Some(&field.base), place: field.place.as_ref() }
}

/// One member for each entity, and no others.
fn members(
    pattern: &PatternPlan,
    given: &[&str],
    shape: &Shape,
    members: &[Member<'_>],
    out: &mut Vec<Diagnostic>,
) {
    let names = || given.iter().copied();
    for (i, member) in members.iter().enumerate() {
        let at = |diagnostic: Diagnostic, label: &str| match member.place {
            Some(place) => diagnostic.at(place, label),
            None => at_type(diagnostic, shape, label),
        };
        let Some(holds) = member.holds.filter(|holds| names().any(|name| name == *holds)) else {
            let label = match member.holds {
                Some(holds) => suggest::did_you_mean(holds, names()),
                None => "must hold one entity".to_owned(),
            };
            let diagnostic = Diagnostic::new(
                Code::UnknownMember,
                format!(
                    "`{}` of `{}` holds none of the entities that `{}` reads",
                    member.name, shape.name, pattern.name
                ),
            )
            .help(format!("it reads {}", suggest::names(names())));
            out.push(at(diagnostic, &label));
            continue;
        };
        if let Some(first) = members[..i].iter().find(|other| other.holds == Some(holds)) {
            let diagnostic = Diagnostic::new(
                Code::UnknownMember,
                format!(
                    "`{}` has two members for `{holds}`, `{}` and `{}`",
                    shape.name, first.name, member.name
                ),
            )
            .help("keep one: an item has one place to go");
            out.push(at(diagnostic, "the second one"));
        }
    }
    let missing: Vec<&str> = names().filter(|name| !members.iter().any(|m| m.holds == Some(name))).collect();
    // A misspelt member was reported with the name that it should have.
    let misspelt = |name: &str| {
        members
            .iter()
            .filter_map(|m| m.holds)
            .any(|holds| !names().any(|n| n == holds) && suggest::nearest(holds, [name]).is_some())
    };
    let missing: Vec<&str> = missing.into_iter().filter(|name| !misspelt(name)).collect();
    if !missing.is_empty() {
        let diagnostic = Diagnostic::new(
            Code::MissingMember,
            format!(
                "`{}` has no place for {}, which `{}` reads",
                shape.name,
                suggest::names(missing.iter().copied()),
                pattern.name
            ),
        )
        .at(&pattern.place, "reads it")
        .help(match (&shape.body, missing.first()) {
            (Body::Enum(_), Some(name)) => format!("add the variant `{name}({name})`"),
            (_, Some(name)) => format!("add a field of type `{name}`, `Option<{name}>` or `Vec<{name}>`"),
            _ => String::new(),
        });
        out.push(with_type(diagnostic, shape));
    }
}

/// A field has room for as many items as can match.
fn room(
    pattern: &PatternPlan,
    query: &QueryPlan,
    entity: &EntityPlan,
    shape: &Shape,
    field: &FieldShape,
    out: &mut Vec<Diagnostic>,
) {
    if field.list || !many(query, entity) {
        return;
    }
    let sort = entity.sort.as_ref().map_or("", |sort: &TemplatePlan| sort.text.as_str());
    let diagnostic = Diagnostic::new(
        Code::OneOfMany,
        format!(
            "`{}.{}` holds one `{}`, and `{}` can return several",
            shape.name, field.name, entity.name, pattern.name
        ),
    )
    .note(format!("the sort key of `{}`, `{sort}`, is not bound in full", entity.name))
    .help(format!("write `{}: Vec<{}>`", field.name, entity.name));
    out.push(match &field.place {
        Some(place) => diagnostic.at(place, "room for one"),
        None => at_type(diagnostic, shape, "room for one"),
    });
}

/// Whether several items of an entity can answer: some part of its sort key is free.
fn many(query: &QueryPlan, entity: &EntityPlan) -> bool {
    let in_partition = |field: usize| {
        entity
            .partition
            .segments
            .iter()
            .any(|s| matches!(s, SegmentPlan::Part { field: f, .. } if *f == field))
    };
    let sort = entity.sort.iter().flat_map(|sort| &sort.segments);
    sort.skip(query.bound)
        .any(|segment| matches!(segment, SegmentPlan::Part { field, .. } if !in_partition(*field)))
}
