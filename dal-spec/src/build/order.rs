//! In which direction a pattern reads.

use dal_key::Order;

use super::bound::{self, Bound};
use super::collection;
use super::pattern::{Context, Read};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Segment, Shown, is_time_like, ordered};
use crate::source::Place;
use crate::spec::{OrderSpec, VerbSpec};
use crate::yaml::Text;

/// Whether the query reads backwards; `None` after a report.
pub(crate) fn descending(
    cx: &mut Context<'_, '_, '_>,
    reads: &[Read<'_, '_>],
    bound: &Bound,
) -> Option<bool> {
    let spec = cx.spec;
    let read = reads.first()?;
    let latest = spec.verb == VerbSpec::Latest;
    if latest && let Some((_, place)) = &spec.order {
        let diagnostic = Diagnostic::new(Code::WordDoesNotFit, "`latest` takes no `order:`")
            .at(place, "it is the last by value")
            .help("remove it, or write `first:` with an order");
        cx.report(diagnostic);
        return None;
    }
    let (asks, place) = match (&spec.order, latest) {
        (Some((order, place)), _) => (*order, place.clone()),
        (None, true) => (OrderSpec::Desc, spec.verb_place.clone()),
        (None, false) => return Some(false),
    };
    // Where at most one item answers, that was reported instead.
    if bound.full && spec.index.is_none() {
        return Some(false);
    }
    let next =
        read.sort.and_then(|sort| sort.segments.get(bound.segments)).filter(|_| bound.prefix.is_empty());
    let down = matches!(asks, OrderSpec::Desc | OrderSpec::Newest);
    let by_time = matches!(asks, OrderSpec::Newest | OrderSpec::Oldest);
    let Some(Segment::Part { field, format, .. }) = next else {
        // The keys of a collection's members are in the order of their text.
        if spec.entities.len() > 1 && !by_time {
            return Some(down);
        }
        let sort = bound::sort_text(read);
        let what = if by_time { "newest or oldest" } else { "first or last" };
        let diagnostic = Diagnostic::new(
            Code::NothingToOrder,
            format!(
                "`{}` asks for an order, and no part of the key that it reads is left to order by",
                cx.name()
            ),
        )
        .at(&place, format!("{what} by what?"))
        .note(format!("the sort key is {sort}"))
        .help("remove it, or put the part to order by into the sort key");
        cx.report(diagnostic);
        return None;
    };
    // A range that runs on is in the order of the part that it begins at, as far as that goes.
    if spec.runs_on.is_none()
        && let Some(other) = collection::without_the_part(reads, bound)
    {
        if by_time {
            apart(cx, read, *field, &place, other);
            return None;
        }
        return Some(down);
    }
    let kind = read.keys.kind(*field);
    let name = read.keys.name(*field);
    if by_time && !is_time_like(kind) {
        let diagnostic = Diagnostic::new(
            Code::OrderNotTime,
            format!(
                "`{}` asks for the {}, but its keys are in the order of `{name}`, which is no time",
                cx.name(),
                if down { "newest" } else { "oldest" }
            ),
        )
        .at(&place, format!("`{name}` is `{}`", Shown(kind)))
        .note("items come in the order of the first part of the sort key that is not bound")
        .help(format!(
            "write `order: {}`, or put a time before `{{{name}}}` in the key",
            if down { "desc" } else { "asc" }
        ));
        cx.report(diagnostic);
        return None;
    }
    if !ordered(kind, *format, bound::is_last(read, bound.segments)) {
        let at = Text::new("", &place);
        let sort = read.sort.map_or(&read.partition.place, |sort| &sort.place);
        bound::unordered(cx, &at, &format!("order by `{name}`"), kind, sort);
        return None;
    }
    Some(down != (format.order == Order::Desc))
}

/// The keys of several entities have no order by a part that is not at one place in all of them.
fn apart(cx: &mut Context<'_, '_, '_>, read: &Read<'_, '_>, field: usize, place: &Place, other: usize) {
    let name = read.keys.name(field);
    let (first, other) = (cx.spec.entities.first(), cx.spec.entities.get(other));
    let (Some(first), Some(other)) = (first, other) else { return };
    let diagnostic = Diagnostic::new(
        Code::CollectionApart,
        format!(
            "`{}` asks for an order by `{name}`, which is not at the same place in the keys of `{}`",
            cx.name(),
            other.text
        ),
    )
    .at(place, format!("`{name}` of `{}`", first.text))
    .related(&other.place, "its keys go on with something else")
    .note("items of several entities come in the order of the text of their keys")
    .help("let all keys go on alike, or write `order: asc` or `order: desc` for the order of the keys");
    cx.report(diagnostic);
}
