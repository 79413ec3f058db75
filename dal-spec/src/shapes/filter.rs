//! The struct of an entity against the filters of its patterns.

use super::test::Tests;
use crate::diagnostic::Diagnostic;
use crate::plan::{ConditionPlan, EntityPlan, Plan, Verb};
use crate::shape::{FieldShape, Shape};

pub(super) fn check(
    plan: &Plan,
    number: usize,
    entity: &EntityPlan,
    shape: &Shape,
    fields: &[FieldShape],
    out: &mut Vec<Diagnostic>,
) {
    for pattern in plan.patterns_of(number) {
        let Verb::Query(query) = &pattern.verb else { continue };
        let tests = Tests { plan, pattern: &pattern.name, index: query.index, entity, shape, fields };
        for test in query.filter.iter().flat_map(ConditionPlan::tests) {
            tests.test(test, out);
        }
    }
}
