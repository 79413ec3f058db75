//! What each index stores.

use super::Planned;
use crate::model::{Entry, Keys, Model};
use crate::plan::{ProjectionPlan, Verb};
use crate::spec::ProjectSpec;

/// The projection of each index, in order; lists left out are what the patterns read.
pub(crate) fn computed(model: &Model<'_>, planned: &[Planned<'_>]) -> Vec<ProjectionPlan> {
    let mut projections = Vec::new();
    for (number, index) in model.table.indexes.iter().enumerate() {
        projections.push(match &index.project {
            Some(ProjectSpec::All) => ProjectionPlan::All,
            Some(ProjectSpec::Keys) => ProjectionPlan::Keys,
            // Keys say nothing in a list: every index holds its own and the table's.
            Some(ProjectSpec::List(list)) => {
                let more = list.iter().filter(|attribute| !model.table.holds_as_key(index, &attribute.text));
                let more: Vec<String> = more.map(|attribute| attribute.text.clone()).collect();
                if more.is_empty() { ProjectionPlan::Keys } else { ProjectionPlan::Include(more) }
            }
            None => read_by_patterns(model, number, planned),
        });
    }
    projections
}

fn read_by_patterns(model: &Model<'_>, index: usize, planned: &[Planned<'_>]) -> ProjectionPlan {
    let mut list: Vec<String> = Vec::new();
    for pattern in planned {
        let Verb::Query(query) = &pattern.plan.verb else { continue };
        if query.index != Some(index) {
            continue;
        }
        for field in &query.select {
            // What every entity of the pattern can read from its keys needs no attribute.
            let in_keys = pattern.plan.entities.iter().all(|&entity| {
                model.entities.get(entity).and_then(|e| e.keys.as_ref()).is_some_and(|keys| {
                    keys.entry(index)
                        .zip(keys.number(field))
                        .is_some_and(|(entry, number)| readable(keys, entry, number))
                })
            });
            if !in_keys && !list.contains(field) {
                list.push(field.clone());
            }
        }
        // A filter asks attributes, even where a key has the value too.
        for test in query.filter.iter().flat_map(crate::plan::ConditionPlan::tests) {
            if !list.contains(&test.field) {
                list.push(test.field.clone());
            }
        }
    }
    // Without its TTL an expired item could not be told from a live one; items without it pay nothing.
    if let Some(ttl) = &model.table.ttl
        && !list.is_empty()
        && !list.contains(&ttl.text)
    {
        list.push(ttl.text.clone());
    }
    if list.is_empty() { ProjectionPlan::Keys } else { ProjectionPlan::Include(list) }
}

/// Whether a field's value can be read back from the keys that an index item holds.
pub(crate) fn readable(keys: &Keys<'_>, entry: &Entry<'_>, field: usize) -> bool {
    let templates = [Some(&keys.partition), keys.sort.as_ref(), Some(&entry.partition), entry.sort.as_ref()];
    templates.into_iter().flatten().flat_map(|template| &template.segments).any(|segment| {
        matches!(segment, crate::model::Segment::Part { field: f, format, .. } if *f == field && !format.is_lossy())
    })
}
