//! Collections: what the keys of several entities share.

use super::bound::Bound;
use super::pattern::{Context, Read};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Keys, Segment, Template, is_fixed};
use crate::yaml::Text;

/// A Query reads one partition: whether it is that of all; `None` after a report.
pub(crate) fn in_one_partition(cx: &mut Context<'_, '_, '_>, reads: &[Read<'_, '_>]) -> Option<()> {
    let first = reads.first()?;
    for (read, name) in reads.iter().zip(&cx.spec.entities).skip(1) {
        if !same(first, first.partition, read, read.partition) {
            let other = cx.spec.entities.first()?;
            if let (Some(one), Some(two)) = (&first.keys.shard, &read.keys.shard)
                && (one.from, one.count) != (two.from, two.count)
            {
                other_shards(cx, other, name, [(one.from, one.count), (two.from, two.count)]);
                return None;
            }
            let diagnostic = Diagnostic::new(
                Code::CollectionApart,
                format!(
                    "`{}` and `{}` are not in one partition, and a Query reads one",
                    other.text, name.text
                ),
            )
            .at(&name.place, format!("its partition key is {}", read.partition.text))
            .related(&first.partition.place, format!("that of `{}` is {}", other.text, first.partition.text))
            .help("give them the same partition key, or make it two patterns");
            cx.report(diagnostic);
            return None;
        }
    }
    Some(())
}

/// Narrows what is bound to what all members share; `None` after a report.
pub(crate) fn share(cx: &mut Context<'_, '_, '_>, reads: &[Read<'_, '_>], bound: &mut Bound) -> Option<()> {
    in_one_partition(cx, reads)?;
    let first = reads.first()?;
    let empty = Vec::new();
    let of = |read: &Read<'_, '_>| read.sort.map(|sort| sort.segments.clone()).unwrap_or_default();
    let all: Vec<Vec<Segment>> = reads.iter().map(of).collect();
    let mine = all.first().unwrap_or(&empty);
    let shared = (0..mine.len())
        .take_while(|&i| {
            all.iter().zip(reads).all(|(segments, read)| {
                segments.get(i).is_some_and(|other| equal(first.keys, &mine[i], read.keys, other))
            })
        })
        .count();
    // A part of the partition key that stands in a sort key too needs no binding there: the partition has bound it.
    let partition = &first.partition.segments;
    let is_known =
        |field: usize| partition.iter().any(|s| matches!(s, Segment::Part { field: f, .. } if *f == field));
    if let Some(Segment::Part { field, place, .. }) = mine
        .get(shared..bound.segments)
        .and_then(|rest| rest.iter().find(|s| matches!(s, Segment::Part { field, .. } if !is_known(*field))))
    {
        let name = first.keys.name(*field).to_owned();
        let diagnostic = Diagnostic::new(
            Code::CollectionApart,
            format!(
                "`{}` binds `{name}`, which is not at the same place in the keys of all its entities",
                cx.name()
            ),
        )
        .at(cx.spec.word(if cx.spec.by.iter().any(|t| t.text == name) { "by" } else { "fix" }), "not shared")
        .related(place, "here in the first entity's key")
        .help("let all keys begin alike up to this part");
        cx.report(diagnostic);
        return None;
    }
    cut_is_shared(cx, first, mine, bound, shared)?;
    range_is_shared(cx, reads, &all, bound)?;
    let everywhere = all.iter().all(|segments| segments.len() == shared);
    bound.segments = bound.segments.min(shared);
    bound.full = everywhere && bound.segments == mine.len();
    if bound.segments == shared && !bound.full {
        bound.prefix = common(&all, shared);
    }
    unbounded(cx, first, mine, bound)
}

/// Entities that are read together and whose keys are spread over other shards.
fn other_shards(cx: &mut Context<'_, '_, '_>, first: &Text, name: &Text, shards: [(u32, u32); 2]) {
    let [own, other] = shards.map(|(from, count)| format!("{count} shards from {from}"));
    let diagnostic = Diagnostic::new(
        Code::CollectionApart,
        format!("`{}` and `{}` are not spread over the same shards", first.text, name.text),
    )
    .at(&name.place, format!("it has {other}"))
    .related(&first.place, format!("it has {own}"))
    .note("each query of the pattern reads one shard, of all its entities")
    .help("give them the same `count:` and `from:`, or make it two patterns");
    cx.report(diagnostic);
}

/// A part that is ranged over must stand in the same key text of all: its bounds are those of one text.
fn range_is_shared(
    cx: &mut Context<'_, '_, '_>,
    reads: &[Read<'_, '_>],
    all: &[Vec<Segment>],
    bound: &Bound,
) -> Option<()> {
    let Some(name) = &cx.spec.range else { return Some(()) };
    let first = reads.first()?;
    let mine = all.first()?;
    let Some(Segment::Part { field, .. }) = mine.get(bound.segments) else { return Some(()) };
    if first.keys.name(*field) != name.text {
        return Some(());
    }
    for ((segments, read), entity) in all.iter().zip(reads).zip(&cx.spec.entities).skip(1) {
        let alike = segments.len() == mine.len()
            && mine.iter().zip(segments).all(|(own, other)| equal(first.keys, own, read.keys, other));
        if alike {
            continue;
        }
        let diagnostic = Diagnostic::new(
            Code::CollectionApart,
            format!(
                "`{}` ranges over `{}`, and the keys of `{}` are not written alike",
                cx.name(),
                name.text,
                entity.text
            ),
        )
        .at(&name.place, "not the same text in all keys")
        .related(read.sort.map_or(&read.partition.place, |sort| &sort.place), super::bound::sort_text(read))
        .help("give all of them the same sort key, or make a pattern of each")
        .help(format!(
            "or, to read from one `{}` on into what lies behind, say so with the reason: `runs_on: …`",
            name.text
        ));
        cx.report(diagnostic);
        return None;
    }
    Some(())
}

/// The number of the first entity whose key does not go on, behind what is bound, with the same part as that of the first.
pub(crate) fn without_the_part(reads: &[Read<'_, '_>], bound: &Bound) -> Option<usize> {
    let next = |read: &Read<'_, '_>| read.sort.and_then(|sort| sort.segments.get(bound.segments)).cloned();
    let first = reads.first()?;
    let part = next(first)?;
    reads.iter().position(|read| !next(read).is_some_and(|own| equal(first.keys, &part, read.keys, &own)))
}

/// A text of which the beginning is given must stand at the same place in all keys.
fn cut_is_shared(
    cx: &mut Context<'_, '_, '_>,
    first: &Read<'_, '_>,
    mine: &[Segment],
    bound: &Bound,
    shared: usize,
) -> Option<()> {
    let Some(name) = &cx.spec.prefix else { return Some(()) };
    let Some(Segment::Part { field, place, .. }) = mine.get(bound.segments) else { return Some(()) };
    if first.keys.name(*field) != name.text || shared > bound.segments {
        return Some(());
    }
    let diagnostic = Diagnostic::new(
        Code::CollectionApart,
        format!(
            "`{}` asks for the beginning of `{}`, which is not at the same place in the keys of all its entities",
            cx.name(),
            name.text
        ),
    )
    .at(&name.place, "not shared")
    .related(place, "here in the first entity's key")
    .help("let all keys begin alike up to this part, and write it alike");
    cx.report(diagnostic);
    None
}

/// A last bound part of any length must be followed by the text that ends it.
fn unbounded(
    cx: &mut Context<'_, '_, '_>,
    first: &Read<'_, '_>,
    mine: &[Segment],
    bound: &Bound,
) -> Option<()> {
    if bound.full || !bound.prefix.is_empty() {
        return Some(());
    }
    let last = bound.segments.checked_sub(1).and_then(|n| mine.get(n));
    if let Some(Segment::Part { field, format, place }) = last
        && !is_fixed(first.keys.kind(*field), *format)
    {
        let name = first.keys.name(*field);
        let diagnostic = Diagnostic::new(
            Code::CollectionUnbounded,
            format!("The keys that `{}` reads do not all go on with a delimiter after `{name}`", cx.name()),
        )
        .at(
            &cx.spec.verb_place,
            format!("a beginning that ends with `{name}` also covers longer values of it"),
        )
        .related(place, format!("`{name}` can have any length"))
        .note("begins_with(\"USER#ann\") also finds \"USER#anna\"")
        .help(format!("end the shorter key with a literal: `…{{{name}}}#PROFILE`"));
        cx.report(diagnostic);
        return None;
    }
    Some(())
}

/// The beginning that the literals at `position` share.
fn common(all: &[Vec<Segment>], position: usize) -> String {
    let mut shared: Option<String> = None;
    for segments in all {
        let Some(Segment::Literal { text, .. }) = segments.get(position) else { return String::new() };
        shared = Some(match shared {
            None => text.clone(),
            Some(before) => {
                before.chars().zip(text.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
            }
        });
    }
    shared.unwrap_or_default()
}

fn same(a: &Read<'_, '_>, x: &Template, b: &Read<'_, '_>, y: &Template) -> bool {
    x.segments.len() == y.segments.len()
        && x.segments.iter().zip(&y.segments).all(|(s, t)| equal(a.keys, s, b.keys, t))
}

/// Whether two segments write the same text for the same values; the fields' names may differ.
fn equal(a: &Keys<'_>, x: &Segment, b: &Keys<'_>, y: &Segment) -> bool {
    match (x, y) {
        (Segment::Literal { text: x, .. }, Segment::Literal { text: y, .. }) => x == y,
        (Segment::Part { field: f, format: x, .. }, Segment::Part { field: g, format: y, .. }) => {
            x == y && a.kind(*f) == b.kind(*g)
        }
        _ => false,
    }
}
