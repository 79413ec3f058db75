//! Which parts of the key a pattern binds: `by:`, `fix:`, `range:` and `prefix:`.

use dal_key::{Case, Format, Style};

use super::pattern::{Context, Read};
use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::model::{Segment, Shown, Template, ordered};
use crate::suggest;
use crate::yaml::Text;

/// How much of the sort key is bound.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    /// How many segments of the first entity's sort template.
    pub(crate) segments: usize,
    /// A beginning of the next literal that the members of a collection share.
    pub(crate) prefix: String,
    /// Whether those are all segments.
    pub(crate) full: bool,
}

/// Binds what `by:` and `fix:` name; `None` after a report.
pub(crate) fn bind(cx: &mut Context<'_, '_, '_>, reads: &[Read<'_, '_>]) -> Option<Bound> {
    let spec = cx.spec;
    let first = reads.first()?;
    let named: Vec<&Text> = spec.by.iter().chain(spec.fixed()).collect();
    let mut good = twice(cx);
    let keys = first.keys;
    let empty = Vec::new();
    let segments = first.sort.map_or(&empty, |sort| &sort.segments);
    // A part that the partition folds or cuts is known there and not here, unless it is folded alike.
    let in_partition = |field: usize, format: Format| {
        first.partition.segments.iter().any(|segment| match segment {
            Segment::Part { field: own, format: of, .. } => {
                *own == field && (!of.is_lossy() || *of == format)
            }
            Segment::Literal { .. } => false,
        })
    };
    let known = |field: usize, format: Format| {
        keys.is_shard(field)
            || in_partition(field, format)
            || named.iter().any(|name| name.text == keys.name(field))
    };
    let mut bound = 0;
    for segment in segments {
        match segment {
            Segment::Part { field, format, .. } if !known(*field, *format) => break,
            _ => bound += 1,
        }
    }
    for name in &named {
        good &= reaches(cx, first, name, segments, bound);
    }
    good &= constants(cx, first);
    good.then_some(Bound {
        segments: bound,
        prefix: String::new(),
        full: !segments.is_empty() && bound == segments.len(),
    })
}

/// Whether no part is bound by two words.
fn twice(cx: &mut Context<'_, '_, '_>) -> bool {
    let spec = cx.spec;
    let words: Vec<(&str, &Text)> = spec
        .by
        .iter()
        .map(|t| ("by", t))
        .chain(spec.fixed().map(|t| ("fix", t)))
        .chain(spec.range.iter().map(|t| ("range", t)))
        // Beside a range that is another mistake.
        .chain(spec.prefix.iter().filter(|_| spec.range.is_none()).map(|t| ("prefix", t)))
        .collect();
    for (i, (word, text)) in words.iter().enumerate() {
        if let Some((before, first)) = words[..i].iter().find(|(_, t)| t.text == text.text) {
            let diagnostic = Diagnostic::new(
                Code::BoundTwice,
                format!("`{}` binds `{}` by `{before}:` and by `{word}:`", cx.name(), text.text),
            )
            .at(&text.place, "bound again")
            .related(&first.place, format!("bound by `{before}:`"))
            .help("keep one of them");
            cx.report(diagnostic);
            return false;
        }
    }
    true
}

/// Whether a name is among the bound segments; reports why not.
fn reaches(
    cx: &mut Context<'_, '_, '_>,
    read: &Read<'_, '_>,
    name: &Text,
    segments: &[Segment],
    bound: usize,
) -> bool {
    let field = read.keys.number(&name.text);
    let position =
        segments.iter().position(|s| matches!(s, Segment::Part { field: f, .. } if Some(*f) == field));
    let word = if cx.spec.by.iter().any(|t| t == name) { "by" } else { "fix" };
    let tenant = if read.keys.scoped { cx.model.tenant_fields.len() } else { 0 };
    match position {
        Some(position) if position < bound => true,
        Some(_) => {
            let missing = first_unbound(read, segments, bound);
            let sort = sort_text(read);
            let diagnostic = Diagnostic::new(
                Code::HoleInKey,
                format!(
                    "`{}` binds `{}` but not `{missing}`, which comes before it in the sort key",
                    cx.name(),
                    name.text
                ),
            )
            .at(&name.place, format!("`{missing}` is missing before it"))
            .related(sort_place(read), format!("the sort key is {sort}"))
            .note("a Query binds a beginning of the sort key; what follows a hole cannot be bound")
            .help(format!(
                "bind it too: `{word}: [{missing}, {}]`, or move `{{{}}}` before `{{{missing}}}` in the key",
                name.text, name.text
            ));
            cx.report(diagnostic);
            false
        }
        // A constant of the partition key is a parameter that callers do not give.
        None if word == "fix"
            && field.is_some_and(|f| f >= tenant && read.partition.fields().any(|part| part == f)) =>
        {
            true
        }
        None => {
            not_in_sort(cx, read, name, word);
            false
        }
    }
}

fn not_in_sort(cx: &mut Context<'_, '_, '_>, read: &Read<'_, '_>, name: &Text, word: &str) {
    let in_partition = read.keys.number(&name.text).is_some_and(|f| read.partition.fields().any(|p| p == f));
    if in_partition {
        let (message, help) = match word {
            "by" => (
                format!(
                    "`{}` lists `{}` under `by:`, but it is a part of the partition key",
                    cx.name(),
                    name.text
                ),
                "leave it out: the parts of the partition key are always parameters".to_owned(),
            ),
            _ => (
                format!(
                    "`{}` cannot be answered by one Query: `{}` is a part of the partition key",
                    cx.name(),
                    name.text
                ),
                format!(
                    "a key that answers it has `{{{}}}` at the beginning of the sort key, under a partition without it",
                    name.text
                ),
            ),
        };
        let diagnostic = Diagnostic::new(Code::PartitionPart, message)
            .at(&name.place, "always a parameter, and always equal")
            .related(&read.partition.place, format!("the partition key is {}", read.partition.text))
            .help(help);
        cx.report(diagnostic);
        return;
    }
    let parts: Vec<&str> =
        read.sort.iter().flat_map(|sort| sort.fields()).map(|f| read.keys.name(f)).collect();
    let help = match parts.as_slice() {
        [] => format!("its sort key, {}, has no parts to bind", sort_text(read)),
        _ => format!(
            "its sort key, {}, has the parts {}",
            sort_text(read),
            suggest::names(parts.iter().copied())
        ),
    };
    let diagnostic = Diagnostic::new(
        Code::NotAKeyPart,
        format!(
            "`{}` binds `{}` by `{word}:`, and the key that it reads has no such part",
            cx.name(),
            name.text
        ),
    )
    .at(&name.place, suggest::did_you_mean(&name.text, parts.iter().copied()))
    .help(help)
    .help("to read by it, put it into the key, or give the entity an entry in an index whose key has it");
    cx.report(diagnostic);
}

fn constants(cx: &mut Context<'_, '_, '_>, read: &Read<'_, '_>) -> bool {
    let mut good = true;
    let single = cx.spec.fix.iter().map(|(field, value)| (field, value));
    let listed =
        cx.spec.lists.iter().flat_map(|(field, values)| values.iter().map(move |value| (field, value)));
    for (field, value) in single.chain(listed) {
        let Some(number) = read.keys.number(&field.text) else { continue };
        if let Err(problem) = crate::constant::value(read.keys.kind(number), &value.text) {
            good = false;
            let diagnostic = Diagnostic::new(
                Code::WrongConstant,
                format!("`{}` is not a value of `{}`", value.text, field.text),
            )
            .at(&value.place, problem)
            .note(format!(
                "`{}` is `{}` under `types:`",
                field.text,
                Shown(read.keys.kind(number))
            ));
            cx.report(diagnostic);
        }
    }
    good
}

/// The field that callers may range over: outer `None` after a report.
pub(crate) fn range(
    cx: &mut Context<'_, '_, '_>,
    read: &Read<'_, '_>,
    bound: &Bound,
) -> Option<Option<usize>> {
    let Some(name) = &cx.spec.range else { return Some(None) };
    // Two conditions are reported as such.
    if cx.spec.prefix.is_some() {
        return None;
    }
    let (field, format) = next_part(cx, read, bound, name, Open::Range)?;
    let kind = read.keys.kind(field);
    if ordered(kind, format, is_last(read, bound.segments)) {
        return Some(Some(field));
    }
    unordered(cx, name, &format!("range over `{}`", name.text), kind, sort_place(read));
    None
}

/// Whether the part at that segment ends its attribute.
pub(crate) fn is_last(read: &Read<'_, '_>, segment: usize) -> bool {
    let next = read.sort.and_then(|sort| sort.segments.get(segment + 1));
    next.is_none_or(|next| matches!(next, Segment::Literal { text, .. } if text == crate::plan::SEPARATOR))
}

/// The text that the keys of an entity begin with behind what is bound, where the kind of the next part says so.
pub(crate) fn beginning(read: &Read<'_, '_>, bound: &Bound) -> String {
    let next = read.sort.and_then(|sort| sort.segments.get(bound.segments));
    match next {
        Some(Segment::Part { field, format, .. }) if format.case == Case::Keep => {
            match read.keys.kind(*field) {
                KindDef::Text(Some(pattern)) => {
                    let text = dal_key::pattern::beginning(pattern);
                    // Escaped, it would be another text; a native attribute has no beginning that `begins_with` is used for.
                    let plain = format.style == Style::Raw || text.chars().all(|c| c > '$');
                    if plain && !matches!(format.style, Style::Native(_)) { text } else { String::new() }
                }
                _ => String::new(),
            }
        }
        _ => String::new(),
    }
}

/// The field of which callers give the beginning: outer `None` after a report.
pub(crate) fn cut(cx: &mut Context<'_, '_, '_>, read: &Read<'_, '_>, bound: &Bound) -> Option<Option<usize>> {
    let Some(name) = &cx.spec.prefix else { return Some(None) };
    if let Some(range) = &cx.spec.range {
        let diagnostic = Diagnostic::new(
            Code::RangeAndPrefix,
            format!("`{}` asks for a range and for a beginning", cx.name()),
        )
        .at(cx.spec.word("prefix"), "a second condition on the sort key")
        .related(&range.place, "the first one")
        .note("a Query takes one condition on the sort key")
        .help("keep one of them, or make it two patterns");
        cx.report(diagnostic);
        return None;
    }
    let (field, _) = next_part(cx, read, bound, name, Open::Prefix)?;
    let kind = read.keys.kind(field);
    if matches!(kind, KindDef::Text(_)) {
        return Some(Some(field));
    }
    let order = "values that lie together are a range: `range:` instead of `prefix:`".to_owned();
    let diagnostic = Diagnostic::new(
        Code::PrefixNotText,
        format!("`{}` asks for the beginning of `{}`, which is no text", cx.name(), name.text),
    )
    .at(&name.place, format!("it is `{}`", Shown(kind)))
    .related(sort_place(read), format!("the sort key is {}", sort_text(read)))
    .note("only the beginning of a text says something of its values")
    .help(match kind {
        KindDef::Time(_) | KindDef::Date => {
            format!("a day or a month is a range: `range: {}` instead of `prefix:`", name.text)
        }
        KindDef::Enum(_) => format!("bind the whole word: `by: {}`", name.text),
        _ => order,
    });
    cx.report(diagnostic);
    None
}

/// The two conditions on the part after those that are bound.
#[derive(Clone, Copy)]
enum Open {
    Range,
    Prefix,
}

/// The part of that name, if it is the one after those that are bound; `None` after a report.
fn next_part(
    cx: &mut Context<'_, '_, '_>,
    read: &Read<'_, '_>,
    bound: &Bound,
    name: &Text,
    open: Open,
) -> Option<(usize, Format)> {
    let (word, asks, can) = match open {
        Open::Range => ("range", "ranges over", "the range can be over"),
        Open::Prefix => ("prefix", "asks for the beginning of", "the beginning can be of"),
    };
    let empty = Vec::new();
    let segments = read.sort.map_or(&empty, |sort| &sort.segments);
    let field = read.keys.number(&name.text);
    let position =
        segments.iter().position(|s| matches!(s, Segment::Part { field: f, .. } if Some(*f) == field));
    match (position, field) {
        (Some(position), Some(field)) if position == bound.segments && bound.prefix.is_empty() => {
            match segments.get(position) {
                Some(Segment::Part { format, .. }) => Some((field, *format)),
                _ => None,
            }
        }
        (Some(position), _) if position < bound.segments => {
            let diagnostic = Diagnostic::new(
                Code::BoundTwice,
                format!(
                    "`{}` {asks} `{}`, which is already bound: it is also in the partition key",
                    cx.name(),
                    name.text
                ),
            )
            .at(&name.place, "one value already");
            cx.report(diagnostic);
            None
        }
        (Some(_), _) => {
            let next = first_unbound(read, segments, bound.segments);
            let mut by: Vec<&str> = cx.spec.by.iter().map(|bound| bound.text.as_str()).collect();
            by.push(&next);
            let by = by.join(", ");
            let diagnostic = Diagnostic::new(
                Code::RangeNotNext,
                format!("`{}` {asks} `{}`, but `{next}` comes before it in the sort key", cx.name(), name.text),
            )
            .at(&name.place, format!("{can} `{next}`"))
            .related(sort_place(read), format!("the sort key is {}", sort_text(read)))
            .note("one Query reads one interval of the sort key, and without an equal beginning these values do not lie together")
            .help(format!("bind `{next}` by equality (`by: [{by}]`), or move `{{{}}}` before it in the key", name.text));
            cx.report(diagnostic);
            None
        }
        (None, _) => {
            not_in_sort(cx, read, name, word);
            None
        }
    }
}

/// Reports a range or an order over a part without order.
pub(crate) fn unordered(
    cx: &mut Context<'_, '_, '_>,
    at: &Text,
    what: &str,
    kind: &crate::kind::KindDef,
    key: &crate::source::Place,
) {
    let help = match kind {
        crate::kind::KindDef::Enum(_) => "write the enum by its rank: `:rank`",
        crate::kind::KindDef::Text(_) => "write the text without `:raw`, or as the last part of the key",
        _ => "write the number in its fixed width, without `:plain`",
    };
    let diagnostic = Diagnostic::new(
        Code::RangeUnordered,
        format!("`{}` asks for a {what}, whose keys are not in the order of its values", cx.name()),
    )
    .at(&at.place, format!("it is `{}`, written without order", Shown(kind)))
    .related(key, "the key")
    .help(help);
    cx.report(diagnostic);
}

/// The first part that is not bound.
pub(crate) fn first_unbound(read: &Read<'_, '_>, segments: &[Segment], bound: usize) -> String {
    segments
        .iter()
        .skip(bound)
        .find_map(|segment| match segment {
            Segment::Part { field, .. } => Some(read.keys.name(*field).to_owned()),
            Segment::Literal { .. } => None,
        })
        .unwrap_or_default()
}

pub(crate) fn sort_text(read: &Read<'_, '_>) -> String {
    read.sort.map_or_else(|| "absent".to_owned(), |sort: &Template| format!("`{}`", sort.text))
}

fn sort_place<'m>(read: &Read<'m, '_>) -> &'m crate::source::Place {
    read.sort.map_or(&read.partition.place, |sort| &sort.place)
}
