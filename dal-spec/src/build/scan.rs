//! `scan:`: everything in the table or in an index.

use super::pattern::{Context, reads_of};
use super::{condition, select};
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::{PatternPlan, QueryPlan, Verb};

/// Plans a scan; `None` after a report.
pub(crate) fn plan(
    cx: &mut Context<'_, '_, '_>,
    entities: &[usize],
    index: Option<usize>,
) -> Option<PatternPlan> {
    let spec = cx.spec;
    let model = cx.model;
    let reads = reads_of(cx, entities, index)?;
    let first = reads.first()?;
    let several = entities.len() > 1;
    for word in ["by", "range", "prefix", "fix", "order", "as", "hydrate", "buckets", "runs_on", "skip"] {
        if spec.words.iter().any(|(w, _)| w == word) {
            cx.unfit(word, "a scan reads everything, in no order", "remove it, or write `query:`");
        }
    }
    let because = because(cx);
    tenants(cx);
    super::pattern::consistent(cx, index);
    let selected = select::needs(cx, index, several);
    let (filter, values) = condition::of_one(cx, first, &[]);
    // Others can be there without a choice where an index is inverted.
    let alone =
        model.keyed().all(|(other, _, keys)| entities.contains(&other) || keys.templates(index).is_none());
    let all = index
        .and_then(|index| model.table.indexes.get(index))
        .map_or_else(|| "the table".to_owned(), |index| format!("the index {}", index.name.text));
    Some(PatternPlan {
        name: spec.name.text.clone(),
        about: spec.about.as_ref().map(|about| about.text.clone()),
        place: spec.name.place.clone(),
        entities: entities.to_vec(),
        into: several.then(|| spec.collection_name()),
        across_tenants: spec.across_tenants.as_ref().map(|why| why.text.clone()),
        params: Vec::new(),
        load: super::pattern::load(spec),
        values,
        verb: Verb::Query(QueryPlan {
            index,
            scan: Some(because?),
            alone,
            selection: selected.into,
            limit: spec.limit.as_ref().map(|(limit, _)| *limit),
            page_size: spec.page_size.as_ref().map(|(items, _)| *items),
            requests: spec.requests.as_ref().map(|(requests, _)| *requests),
            consistent: spec.consistent.as_ref().is_some_and(|(on, _)| *on),
            select: spec.select.iter().map(|field| field.text.clone()).collect(),
            select_places: spec.select.iter().map(|field| field.place.clone()).collect(),
            filter,
            condition: format!("all of {all}"),
            ..QueryPlan::default()
        }),
    })
}

/// The reason for the scan; `None` after a report.
fn because(cx: &mut Context<'_, '_, '_>) -> Option<String> {
    if let Some(because) = &cx.spec.because {
        return Some(because.text.clone());
    }
    let diagnostic = Diagnostic::new(
        Code::MissingWord,
        format!("`{}` scans, and does not say why", cx.name()),
    )
    .at(&cx.spec.verb_place, "`because:` is missing")
    .note("a Scan reads everything that is there, page by page, and costs 0.5 RCU for every 4 KB of it, each time")
    .help("add `because: …` with the reason, which documents the method, or write `query:` with a key that answers it");
    cx.report(diagnostic);
    None
}

/// A scan crosses tenants by its nature.
fn tenants(cx: &mut Context<'_, '_, '_>) {
    match (&cx.model.tenant, &cx.spec.across_tenants) {
        (Some(tenant), None) => {
            let diagnostic = Diagnostic::new(
                Code::MissingTenant,
                format!("`{}` scans, and so reads the items of all tenants", cx.name()),
            )
            .at(&cx.spec.verb_place, "`across_tenants:` is missing")
            .related(&tenant.place, "every partition begins with the tenant")
            .note("a Scan has no key condition: it cannot be kept inside one tenant")
            .help("add `across_tenants: …` with the reason, or write `query:`");
            cx.report(diagnostic);
        }
        (None, Some(why)) => {
            let diagnostic = Diagnostic::new(
                Code::AcrossWithoutTenant,
                format!("`{}` reads across tenants, and the table has none", cx.name()),
            )
            .at(&why.place, "remove `across_tenants:`");
            cx.report(diagnostic);
        }
        _ => {}
    }
}
