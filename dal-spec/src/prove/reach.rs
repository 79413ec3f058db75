//! Entities that no pattern reads.

use super::finding::{Finding, Law};
use super::words;
use crate::plan::Plan;

pub(super) fn check(plan: &Plan, findings: &mut Vec<Finding>) {
    let mut read = vec![false; plan.entities.len()];
    for &entity in plan.patterns.iter().flat_map(|pattern| &pattern.entities) {
        if let Some(read) = read.get_mut(entity) {
            *read = true;
        }
    }
    for (number, entity) in plan.entities.iter().enumerate().filter(|(number, _)| !read[*number]) {
        findings.push(Finding {
            law: Law::Unreachable,
            entities: vec![number],
            pattern: None,
            index: None,
            place: entity.place.clone(),
            counter_example: None,
            certain: true,
            message: format!("No pattern reads {}", words::name(plan, number)),
            notes: vec!["its items can be written, and never be found again".to_owned()],
            help: vec![format!("add a pattern: `get: {0}` or `query: {0}`", entity.name)],
        });
    }
}
