//! Checks over the whole list: one file each, one question each.

mod allow;
mod duplicate;
mod dynamodb;
mod filter;
mod hot;
mod laws;
mod load;
mod names;
mod projection;
mod shares;
mod tenancy;
mod unread;

use crate::build::Planned;
use crate::diagnostic::Diagnostic;
use crate::lock::Lock;
use crate::model::Model;
use crate::plan::{Plan, ProjectionPlan};
use crate::spec::{AllowSpec, Spec};

pub(crate) use allow::apply;
pub(crate) use laws::laws;
pub(crate) use names::is_snake;

/// A warning with what may allow it: the `allow:` of the nodes that it is about.
#[derive(Debug)]
pub(crate) struct Warning<'s> {
    pub(crate) diagnostic: Diagnostic,
    pub(crate) allow: Vec<&'s AllowSpec>,
}

/// What can be said of the list as written.
pub(crate) fn names(spec: &Spec, out: &mut Vec<Diagnostic>) {
    names::check(spec, out);
    for table in spec.all_tables() {
        dynamodb::check(table, out);
    }
}

/// What can be said of its keys.
pub(crate) fn keys(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    tenancy::check(model, out);
    shares::check(model, out);
}

/// Projections against `patterns.lock`; returns those that hold.
pub(crate) fn projections(
    model: &Model<'_>,
    planned: &[Planned<'_>],
    lock: Option<&Lock>,
    out: &mut Vec<Diagnostic>,
) -> Vec<ProjectionPlan> {
    projection::locked(model, planned, lock, out)
}

/// The warnings of a list without errors; those of the laws are there already.
pub(crate) fn warnings<'s>(
    model: &Model<'s>,
    all: &[&Model<'s>],
    planned: &[Planned<'s>],
    projections: &[ProjectionPlan],
    plan: &Plan,
    lock: Option<&Lock>,
    of_laws: Vec<Warning<'s>>,
) -> Vec<Warning<'s>> {
    let mut warnings = of_laws;
    hot::check(model, &mut warnings);
    load::check((model, all), planned, plan, &mut warnings);
    filter::check(planned, &mut warnings);
    duplicate::check(planned, &mut warnings);
    unread::entities(model, planned, &mut warnings);
    unread::indexes(model, planned, &mut warnings);
    unread::attributes(model, planned, projections, &mut warnings);
    unread::types(model, &mut warnings);
    unread::key_only(model, &mut warnings);
    projection::unpinned(model, lock, &mut warnings);
    projection::keys(model, &mut warnings);
    warnings
}
