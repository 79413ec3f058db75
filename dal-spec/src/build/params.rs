//! The parameters of a pattern, and its key condition for people.

use super::bound::Bound;
use super::pattern::{Context, Read};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Keys, Segment, Template};
use crate::plan::{ParamPlan, TemplatePlan};
use crate::suggest;
use crate::yaml::Text;

/// The parameters of a get: the parts of the primary key.
pub(crate) fn get(cx: &mut Context<'_, '_, '_>, keys: &Keys<'_>) -> Vec<ParamPlan> {
    let tenant = if keys.scoped { cx.model.tenant_fields.len() } else { 0 };
    let fields: Vec<usize> = keys
        .partition
        .fields()
        .chain(keys.sort.iter().flat_map(Template::fields))
        .filter(|&f| f >= tenant)
        .collect();
    named(cx, keys, fields)
}

/// The parameters of a query: the parts of the partition key, then the bound parts of the sort key, then the one of
/// which only the beginning is given.
pub(crate) fn query(
    cx: &mut Context<'_, '_, '_>,
    read: &Read<'_, '_>,
    bound: &Bound,
    scoped: bool,
    cut: Option<usize>,
) -> Vec<ParamPlan> {
    let tenant = if scoped { cx.model.tenant_fields.len() } else { 0 };
    let sort = read.sort.iter().flat_map(|sort| &sort.segments).take(bound.segments);
    let sort = sort.filter_map(|segment| match segment {
        Segment::Part { field, .. } => Some(*field),
        Segment::Literal { .. } => None,
    });
    let fixed = |field: usize| cx.spec.fixed().any(|name| name.text == read.keys.name(field));
    let fields = read
        .partition
        .fields()
        .chain(sort)
        .filter(|&f| f >= tenant && !fixed(f) && !read.keys.is_shard(f))
        .chain(cut)
        .collect();
    named(cx, read.keys, fields)
}

/// Each field once, under its own name or that of `as:`.
fn named(cx: &mut Context<'_, '_, '_>, keys: &Keys<'_>, fields: Vec<usize>) -> Vec<ParamPlan> {
    let mut params: Vec<ParamPlan> = Vec::new();
    for field in fields {
        if params.iter().all(|param| param.field != field) {
            params.push(ParamPlan { name: keys.name(field).to_owned(), field });
        }
    }
    for (from, to) in &cx.spec.rename {
        let names: Vec<String> = params.iter().map(|param| keys.name(param.field).to_owned()).collect();
        let Some(position) = names.iter().position(|name| *name == from.text) else {
            let diagnostic = Diagnostic::new(
                Code::UnknownParameter,
                format!("`{}` has no parameter `{}` to rename", cx.name(), from.text),
            )
            .at(&from.place, suggest::did_you_mean(&from.text, names.iter().map(String::as_str)))
            .help(format!("its parameters are {}", suggest::names(names.iter().map(String::as_str))));
            cx.report(diagnostic);
            continue;
        };
        let problem = if !crate::check::is_snake(&to.text) {
            Some("a snake_case name that is no keyword is wanted")
        } else if params.iter().enumerate().any(|(i, p)| i != position && p.name == to.text) {
            Some("another parameter has this name")
        } else {
            None
        };
        if let Some(problem) = problem {
            let diagnostic = Diagnostic::new(
                Code::InvalidName,
                format!("`{}` cannot be a parameter of `{}`", to.text, cx.name()),
            )
            .at(&to.place, problem);
            cx.report(diagnostic);
        } else if let Some(param) = params.get_mut(position) {
            param.name.clone_from(&to.text);
        }
    }
    params
}

/// The key condition for people.
pub(crate) fn condition(
    cx: &Context<'_, '_, '_>,
    read: &Read<'_, '_>,
    bound: &Bound,
    index: Option<usize>,
    (range, cut): (Option<usize>, Option<usize>),
    descending: bool,
) -> String {
    let table = cx.model.table;
    let (partition, sort) = match index.and_then(|index| table.indexes.get(index)) {
        Some(index) => (index.partition.as_slice(), index.sort.as_slice()),
        None => (std::slice::from_ref(&table.partition), table.sort.as_slice()),
    };
    let equal =
        |(attribute, template): (&Text, TemplatePlan)| format!("{} = {}", attribute.text, template.text);
    let equalities: Vec<String> = partition.iter().zip(read.partition.plans()).map(equal).collect();
    let mut text = equalities.join(" AND ");
    let Some(template) = read.sort else { return text };
    // The attributes that are bound whole, up to the one that the condition is on.
    let mut rest = bound.segments;
    let mut attributes = sort.iter().zip(template.attributes());
    let (attribute, segments) = loop {
        let Some((attribute, segments)) = attributes.next() else { return text };
        let Some(behind) = rest.checked_sub(segments.len() + 1) else { break (&attribute.text, segments) };
        text.push_str(&format!(" AND {} = {}", attribute.text, shown(cx, read, segments)));
        rest = behind;
    };
    let is_native = Template::native(segments).is_some();
    let beginning = format!("{}{}", shown(cx, read, segments.get(..rest).unwrap_or(segments)), bound.prefix);
    let between = range.map(|field| {
        let name = read.keys.name(field);
        if cx.spec.runs_on.is_some() {
            let (sign, end) = if descending { ("<=", "to") } else { (">=", "from") };
            return format!("{attribute} {sign} {beginning}{{{name} {end}}}");
        }
        format!("{attribute} BETWEEN {beginning}{{{name} from}} AND {beginning}{{{name} to}}")
    });
    let bound_whole = bound.full || (is_native && rest > 0);
    let beginning = match cut {
        Some(field) => format!("{beginning}{{{} beginning}}", read.keys.name(field)),
        None => beginning,
    };
    let begins = (!beginning.is_empty()).then(|| format!("begins_with({attribute}, {beginning})"));
    match (bound_whole, begins, between) {
        (true, _, _) => text.push_str(&format!(" AND {attribute} = {beginning}")),
        (false, _, Some(between)) if cx.spec.runs_on.is_some() => text.push_str(&format!(" AND {between}")),
        (false, Some(begins), Some(between)) => text.push_str(&format!(" AND ({begins} or {between})")),
        (false, Some(begins), None) => text.push_str(&format!(" AND {begins}")),
        (false, None, Some(between)) => text.push_str(&format!(" [AND {between}]")),
        (false, None, None) => {}
    }
    text
}

/// The text of segments, with constants in their places.
fn shown(cx: &Context<'_, '_, '_>, read: &Read<'_, '_>, segments: &[Segment]) -> String {
    let mut text = String::new();
    for segment in segments {
        match segment {
            Segment::Literal { text: literal, .. } => text.push_str(literal),
            Segment::Part { field, .. } => {
                let name = read.keys.name(*field);
                let listed = cx.spec.lists.iter().find(|(field, _)| field.text == name);
                match (cx.spec.fix.iter().find(|(field, _)| field.text == name), listed) {
                    (Some((_, value)), _) => text.push_str(&value.text),
                    (None, Some((_, values))) => {
                        let values: Vec<&str> = values.iter().map(|value| value.text.as_str()).collect();
                        text.push_str(&format!("[{}]", values.join("|")));
                    }
                    (None, None) => text.push_str(&format!("{{{name}}}")),
                }
            }
        }
    }
    text
}
