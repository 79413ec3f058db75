//! Projection lists: what DynamoDB accepts, and what `patterns.lock` has pinned.

use super::Warning;
use crate::build::{self, Planned};
use crate::diagnostic::{Code, Diagnostic};
use crate::lock::Lock;
use crate::model::Model;
use crate::plan::ProjectionPlan;
use crate::suggest;

/// The projections that hold: computed lists are those of the lock, if it pins them.
pub(crate) fn locked(
    model: &Model<'_>,
    planned: &[Planned<'_>],
    lock: Option<&Lock>,
    out: &mut Vec<Diagnostic>,
) -> Vec<ProjectionPlan> {
    let mut projections = build::computed(model, planned);
    for (index, projection) in model.table.indexes.iter().zip(&mut projections) {
        let Some(pinned) = lock.and_then(|lock| lock.indexes.get(&model.table.pinned_as(index))) else {
            continue;
        };
        if index.project.is_some() {
            continue;
        }
        let now: &[String] = match &*projection {
            ProjectionPlan::Include(list) => list,
            ProjectionPlan::Keys | ProjectionPlan::All => &[],
        };
        let added = now.iter().filter(|a| !pinned.contains(a));
        let gone = pinned.iter().filter(|a| !now.contains(a));
        let (added, gone): (Vec<&str>, Vec<&str>) =
            (added.map(String::as_str).collect(), gone.map(String::as_str).collect());
        if added.is_empty() && gone.is_empty() {
            *projection = if pinned.is_empty() {
                ProjectionPlan::Keys
            } else {
                ProjectionPlan::Include(pinned.clone())
            };
            continue;
        }
        let mut changes = Vec::new();
        if !added.is_empty() {
            changes.push(format!("{} new", suggest::names(added)));
        }
        if !gone.is_empty() {
            changes.push(format!("{} no longer read", suggest::names(gone)));
        }
        out.push(
            Diagnostic::new(
                Code::ProjectionChanged,
                format!("What the patterns read of `{}` is not what patterns.lock pins", index.name.text),
            )
            .at(&index.name.place, changes.join("; "))
            .note("DynamoDB cannot change the projection of an index: it has to be made anew, under another name")
            .help("reuse a pinned attribute name, read the item itself, or take another index")
            .help("if no table with this index exists yet, write the lock anew: `cargo dal lock --force`"),
        );
    }
    projections
}

/// Keys among the attributes of a list: DynamoDB takes them, and they say nothing.
pub(crate) fn keys<'s>(model: &Model<'s>, out: &mut Vec<Warning<'s>>) {
    let table = model.table;
    for index in &table.indexes {
        let Some(crate::spec::ProjectSpec::List(list)) = &index.project else { continue };
        for name in list {
            if table.holds_as_key(index, &name.text) {
                let diagnostic = Diagnostic::new(
                    Code::ProjectedKey,
                    format!(
                        "`{}` is a key attribute, and an index always holds its own keys and the table's",
                        name.text
                    ),
                )
                .at(&name.place, "remove it")
                .note("it counts among the 100 attributes that all projection lists may have")
                .help("where the table exists, say so: `allow: { projected-key: The live index lists it. }`");
                out.push(Warning { diagnostic, allow: index.allow.iter().chain(&table.allow).collect() });
            }
        }
    }
}

/// Computed lists that no lock pins.
pub(crate) fn unpinned<'s>(model: &Model<'s>, lock: Option<&Lock>, out: &mut Vec<Warning<'s>>) {
    for index in &model.table.indexes {
        let pinned = lock.is_some_and(|lock| lock.indexes.contains_key(&model.table.pinned_as(index)));
        if index.project.is_some() || pinned {
            continue;
        }
        let diagnostic = Diagnostic::new(
            Code::UnpinnedProjection,
            format!("The projection of `{}` is computed from the patterns, and not pinned", index.name.text),
        )
        .at(&index.name.place, "no `project:`, and no entry in patterns.lock")
        .note("the next pattern could change it, and DynamoDB cannot change the projection of a live index")
        .help("pin it before the index is made: `cargo dal lock`, or write the list under `project:`");
        out.push(Warning { diagnostic, allow: index.allow.iter().chain(&model.table.allow).collect() });
    }
}
