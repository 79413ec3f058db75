//! Patterns that are one read under two names.

use std::collections::HashMap;

use super::Warning;
use crate::build::Planned;
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::{QueryPlan, Verb};

pub(crate) fn check<'s>(planned: &[Planned<'s>], out: &mut Vec<Warning<'s>>) {
    // Only patterns of the same entities are compared: a list has thousands of patterns, and an entity has few.
    let mut of_entities: HashMap<&[usize], Vec<&Planned<'s>>> = HashMap::new();
    for pattern in planned {
        let before = of_entities.entry(&pattern.plan.entities).or_default();
        let first = before.iter().copied().find(|first| is_same(first, pattern));
        before.push(pattern);
        let Some(first) = first else { continue };
        let name = pattern.plan.name.as_str();
        let diagnostic = Diagnostic::new(
            Code::DuplicatePattern,
            format!("`{name}` reads the same as `{}`", first.plan.name),
        )
        .at(&pattern.spec.name.place, "the same operation, key and parameters")
        .related(&first.spec.name.place, "the first one")
        .note("two meanings of one read are told apart by nothing that is stored")
        .help("keep one of them, or say why there are two: `allow: { duplicate-pattern: why }`")
        .owner(pattern.spec.owner())
        .pattern(name);
        let allow = pattern.spec.allow.iter().collect();
        out.push(Warning { diagnostic, allow });
    }
}

fn is_same(one: &Planned<'_>, other: &Planned<'_>) -> bool {
    let names = |pattern: &Planned<'_>| {
        let params = pattern.plan.params.iter().map(|param| param.field).collect::<Vec<_>>();
        let values =
            pattern.plan.values.iter().map(|value| (value.field.clone(), value.of)).collect::<Vec<_>>();
        (params, values)
    };
    // What is read may be wanted as an enum and as a struct.
    if one.plan.entities != other.plan.entities
        || one.plan.into != other.plan.into
        || names(one) != names(other)
    {
        return false;
    }
    match (&one.plan.verb, &other.plan.verb) {
        (Verb::Get { consistent }, Verb::Get { consistent: second }) => consistent == second,
        (Verb::Query(query), Verb::Query(second)) => {
            let of = |query: &QueryPlan, pattern: &Planned<'_>| {
                // Parameters are compared by what they are, not by what they are called.
                let filter = query.filter.as_ref().map(|filter| {
                    let mut values = pattern.plan.values.clone();
                    values.iter_mut().for_each(|value| value.name.clone_from(&value.field));
                    filter.text(&values)
                });
                (
                    (query.index, query.bound, query.prefix.clone(), query.range, query.cut),
                    (query.fixed.clone(), query.lists.clone(), query.scan.is_some(), query.hydrate),
                    (query.descending, query.one, query.limit, query.consistent),
                    (query.select.clone(), filter),
                )
            };
            of(query, one) == of(second, other)
        }
        _ => false,
    }
}
