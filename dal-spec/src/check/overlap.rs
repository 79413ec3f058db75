//! Keys that meet: two entities under one key, and queries that read a neighbour.

use dal_key::Style;

use super::language::Language;
use crate::build::Planned;
use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::model::{Keys, Model, Segment, Template, is_fixed};
use crate::plan::{QueryPlan, Verb};
use crate::suggest;

/// Two entities whose items can have one primary key would overwrite each other.
pub(crate) fn same_key(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let common = |a: &Keys<'_>, x: &Template, b: &Keys<'_>, y: &Template| {
        whole(a, x).zip(whole(b, y)).and_then(|(x, y)| x.common(&y))
    };
    let keyed: Vec<_> = model.keyed().map(|(_, entity, keys)| (entity, keys)).collect();
    for (i, (entity, keys)) in keyed.iter().enumerate() {
        for (other, other_keys) in &keyed[..i] {
            if apart(keys, &keys.sort, other_keys, &other_keys.sort)
                || apart(keys, &keys.partition, other_keys, &other_keys.partition)
            {
                continue;
            }
            let Some(sort_text) = common(keys, &keys.sort, other_keys, &other_keys.sort) else { continue };
            let partition_text = common(keys, &keys.partition, other_keys, &other_keys.partition);
            let Some(partition_text) = partition_text else { continue };
            let (name, first) = (entity.spec.name.text.as_str(), other.spec.name.text.as_str());
            if name == first {
                continue;
            }
            out.push(
                Diagnostic::new(Code::SameKey, format!("An item of `{name}` can have the key of an item of `{first}`"))
                    .at(&keys.sort.place, format!("for example {sort_text:?}"))
                    .related(&other_keys.sort.place, format!("`{first}` can have the same"))
                    .note(format!(
                        "both would be stored under {} = {partition_text:?}, {} = {sort_text:?}, and one would replace the other",
                        model.table.partition.text, model.table.sort.text
                    ))
                    .help(format!("begin the sort key with a text of its own: `sort: {}#…`", suggest::snake(name).to_uppercase()))
                    .entity(name),
            );
            // One collision is enough to correct the key.
            break;
        }
    }
}

/// Queries whose interval of keys holds items of an entity that they do not list.
pub(crate) fn leaks(model: &Model<'_>, planned: &[Planned<'_>], out: &mut Vec<Diagnostic>) {
    for pattern in planned {
        let Verb::Query(query) = &pattern.plan.verb else { continue };
        let Some(&first) = pattern.plan.entities.first() else { continue };
        let Some(keys) = model.entities.get(first).and_then(|entity| entity.keys.as_ref()) else { continue };
        let Some((partition, sort)) = keys.templates(query.index) else { continue };
        let mut strangers = Vec::new();
        for (number, entity, other) in model.keyed() {
            if pattern.plan.entities.contains(&number) {
                continue;
            }
            let Some((other_partition, other_sort)) = other.templates(query.index) else { continue };
            // In an index without a sort key a query reads the whole partition.
            let text = match (sort, other_sort) {
                (Some(sort), Some(other_sort)) => {
                    let apart_in_sort = || apart_within(keys, sort, query.bound, other, other_sort);
                    // In the table most entities share their partition, in an index they do not.
                    if query.index.is_none() && apart_in_sort()
                        || apart(keys, partition, other, other_partition)
                        || apart_in_sort()
                    {
                        continue;
                    }
                    covered(keys, sort, query).zip(whole(other, other_sort)).and_then(|(a, b)| a.common(&b))
                }
                _ => Some(String::new()),
            };
            let Some(text) = text else { continue };
            let meet =
                whole(keys, partition).zip(whole(other, other_partition)).and_then(|(a, b)| a.common(&b));
            if let Some(meet) = meet {
                let (template, text) =
                    other_sort.map_or((other_partition, meet), |other_sort| (other_sort, text));
                strangers.push((entity.spec.name.text.as_str(), template, text));
            }
        }
        if !strangers.is_empty() {
            out.push(report(pattern, query, &strangers));
        }
    }
}

fn report(pattern: &Planned<'_>, query: &QueryPlan, strangers: &[(&str, &Template, String)]) -> Diagnostic {
    let spec = pattern.spec;
    let names = suggest::names(strangers.iter().map(|(name, _, _)| *name));
    let listed: Vec<&str> = spec.entities.iter().map(|entity| entity.text.as_str()).collect();
    let all: Vec<&str> = listed.iter().copied().chain(strangers.iter().map(|(name, _, _)| *name)).collect();
    let mut diagnostic = if let [entity] = listed.as_slice() {
        Diagnostic::new(
            Code::ListLeaks,
            format!("`{}` also reads {names}, which its query for `{entity}` covers", spec.name.text),
        )
        .entity(entity)
    } else {
        Diagnostic::new(
            Code::StrangerInCollection,
            format!(
                "`{}` also reads {names}, which lies among the keys of {}",
                spec.name.text,
                suggest::names(listed.iter().copied())
            ),
        )
        .owner(spec.owner())
    };
    diagnostic =
        diagnostic.at(&spec.verb_place, format!("it reads {}", query.condition)).pattern(&spec.name.text);
    for (name, template, text) in strangers {
        diagnostic = diagnostic.related(&template.place, format!("an item of `{name}` can have {text:?}"));
    }
    let literal = |template: &Template| match template.segments.first() {
        Some(Segment::Literal { text, .. }) => text.clone(),
        _ => String::new(),
    };
    if let Some((name, template, _)) = strangers.first() {
        diagnostic = diagnostic.help(format!(
            "move the keys of `{name}` apart: begin them with another text than {:?}",
            literal(template)
        ));
    }
    diagnostic = diagnostic.help(format!("or read them together, on purpose: `query: [{}]`", all.join(", ")));
    if listed.len() > 1 {
        diagnostic = diagnostic.help("or get each by its full key");
    }
    diagnostic
}

/// Whether two templates certainly have no text in common: most pairs differ in a literal, and need no automaton.
fn apart(a: &Keys<'_>, x: &Template, b: &Keys<'_>, y: &Template) -> bool {
    apart_within(a, x, x.segments.len(), b, y)
}

/// As [`apart`], of the first `bound` segments of the first template with anything after them.
fn apart_within(a: &Keys<'_>, x: &Template, bound: usize, b: &Keys<'_>, y: &Template) -> bool {
    let (mut left, mut right) = (x.segments.iter().take(bound).peekable(), y.segments.iter().peekable());
    // What is left of a literal of which the other template had only a beginning.
    let (mut text, mut other): (&str, &str) = ("", "");
    loop {
        if text.is_empty()
            && other.is_empty()
            && let (
                Some(Segment::Part { field: f, format: m, .. }),
                Some(Segment::Part { field: g, format: n, .. }),
            ) = (left.peek(), right.peek())
        {
            if m != n || a.kind(*f) != b.kind(*g) {
                return false;
            }
            let fixed = is_fixed(a.kind(*f), *m);
            left.next();
            right.next();
            // A text ends at the first character that it cannot hold, in both templates alike.
            let ends = |segment: Option<&&Segment>| matches!(segment, Some(Segment::Literal { text, .. }) if text.starts_with('#'));
            let escaped = matches!(a.kind(*f), KindDef::Text(_)) && m.style == Style::Default;
            if !(fixed || escaped && ends(left.peek()) && ends(right.peek())) {
                return false;
            }
            continue;
        }
        if text.is_empty()
            && let Some(Segment::Literal { text: next, .. }) =
                left.next_if(|s| matches!(s, Segment::Literal { .. }))
        {
            text = next;
        }
        if other.is_empty()
            && let Some(Segment::Literal { text: next, .. }) =
                right.next_if(|s| matches!(s, Segment::Literal { .. }))
        {
            other = next;
        }
        if text.is_empty() || other.is_empty() {
            return false;
        }
        let shared = text.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        if shared < text.len() && shared < other.len() {
            return true;
        }
        // The shorter one is a whole beginning of the longer one.
        (text, other) = (text.get(shared..).unwrap_or_default(), other.get(shared..).unwrap_or_default());
    }
}

fn whole(keys: &Keys<'_>, template: &Template) -> Option<Language> {
    Language::of(keys, &template.segments, template.segments.len(), "", false)
}

/// The sort keys that a query reads.
fn covered(keys: &Keys<'_>, sort: &Template, query: &QueryPlan) -> Option<Language> {
    let all = query.bound == sort.segments.len() && query.prefix.is_empty();
    Language::of(keys, &sort.segments, query.bound, &query.prefix, !all)
}
