//! `runs_on:`: a range that goes on over the keys of other entities.

use super::bound::Bound;
use super::pattern::{Context, Read};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Segment;

/// Whether the pattern's range runs on; `None` after a report.
pub(crate) fn is_fit(cx: &mut Context<'_, '_, '_>, reads: &[Read<'_, '_>], bound: &Bound) -> Option<bool> {
    let spec = cx.spec;
    if spec.runs_on.is_none() {
        return Some(false);
    }
    let (why, help) = if spec.entities.len() < 2 {
        ("it reads one entity, and nothing lies behind", "list the entities that lie behind, or remove it")
    } else if spec.range.is_none() {
        ("from where on?", "give it a `range:` over a part of the first entity, or remove it")
    } else if is_native_of_all(reads, bound) {
        (
            "all of them hold values of one kind there, and a range over those ends where the partition does",
            "remove it: `range:` alone reads all of them",
        )
    } else if several_attributes(cx) {
        (
            "the sort key has several attributes, and a range ends with the values that are bound before it",
            "make a pattern of each entity",
        )
    } else if let Some((field, _)) = spec.lists.iter().find(|(field, _)| is_in_sort(reads, &field.text)) {
        let diagnostic = Diagnostic::new(
            Code::NoRunOn,
            format!("`{}` runs on from several values of `{}` at once", cx.name(), field.text),
        )
        .at(cx.spec.word("runs_on"), "each of its queries would read what the next one reads")
        .related(&field.place, "several values")
        .help("fix one value, or make it several patterns");
        cx.report(diagnostic);
        return None;
    } else {
        return Some(true);
    };
    let diagnostic = Diagnostic::new(
        Code::NoRunOn,
        format!("`{}` has a `runs_on:`, and nothing to run on over", cx.name()),
    )
    .at(cx.spec.word("runs_on"), why)
    .help(help);
    cx.report(diagnostic);
    None
}

/// Whether the index that is read has a sort key of several attributes.
fn several_attributes(cx: &Context<'_, '_, '_>) -> bool {
    let index = cx.spec.index.as_ref().and_then(|index| cx.model.index(&index.text));
    index.and_then(|index| cx.model.table.indexes.get(index)).is_some_and(|index| index.sort.len() > 1)
}

/// Whether the part behind what is bound is a field as it is, of one kind in all.
fn is_native_of_all(reads: &[Read<'_, '_>], bound: &Bound) -> bool {
    let part = |read: &Read<'_, '_>| match read.sort?.segments.get(bound.segments)? {
        Segment::Part { field, format, .. } if matches!(format.style, dal_key::Style::Native(_)) => {
            Some(read.keys.kind(*field).clone())
        }
        _ => None,
    };
    let mut kinds = reads.iter().map(part);
    let first = kinds.next().flatten();
    first.is_some() && kinds.all(|kind| kind == first)
}

fn is_in_sort(reads: &[Read<'_, '_>], field: &str) -> bool {
    reads.first().is_some_and(|first| {
        first.sort.is_some_and(|sort| sort.fields().any(|number| first.keys.name(number) == field))
    })
}
