//! The struct of an entity against the writes that name it.

use super::test::Tests;
use super::with_type;
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::{ActionPlan, ChangeIs, ChangePlan, ConditionPlan, EntityPlan, Operand, Plan, TestPlan};
use crate::shape::{FieldShape, Shape};
use crate::suggest;

pub(super) fn check(
    plan: &Plan,
    number: usize,
    entity: &EntityPlan,
    shape: &Shape,
    fields: &[FieldShape],
    out: &mut Vec<Diagnostic>,
) {
    for pattern in plan.actions.iter().chain(&plan.joined) {
        for action in pattern.actions.iter().filter(|action| action.entity == number) {
            let tests = Tests { plan, pattern: &pattern.name, index: None, entity, shape, fields };
            self::action(&tests, action, out);
        }
    }
}

fn action(tests: &Tests<'_>, action: &ActionPlan, out: &mut Vec<Diagnostic>) {
    for change in &action.changes {
        match &change.is {
            ChangeIs::Set(test) if change.inside.is_empty() => tests.test(test, out),
            ChangeIs::Set(test) => {
                tests.known(test, out);
            }
            ChangeIs::Add(test) | ChangeIs::Subtract(test) => added(tests, change, test, out),
            ChangeIs::Remove => removed(tests, change, out),
        }
    }
    for test in action.condition.iter().flat_map(ConditionPlan::tests) {
        tests.test(test, out);
    }
}

/// Only numbers and sets are added to, and only numbers taken from.
fn added(tests: &Tests<'_>, change: &ChangePlan, test: &TestPlan, out: &mut Vec<Diagnostic>) {
    let Some(field) = tests.known(test, out) else { return };
    let set = field.base.ends_with("Set");
    let constant = test.operands().into_iter().find_map(|operand| match operand {
        Operand::Constant(text, place) => Some((text, place)),
        Operand::Value(_) => None,
    });
    let (entity, name, pattern) = (&tests.entity.name, &change.field, tests.pattern);
    let diagnostic = if !change.fits(&field.base) {
        Diagnostic::new(
            Code::Unchangeable,
            format!("`{pattern}` adds to `{entity}.{name}`, which is no number"),
        )
        .at(&change.place, format!("its type is `{}`", field.ty))
        .note("DynamoDB adds to numbers and to sets")
        .help(format!("set it: `set: [{name}]`, or store it as a number"))
    } else if let Some((text, place)) = constant.filter(|(text, _)| !set && text.parse::<i128>().is_err()) {
        Diagnostic::new(Code::WrongConstant, format!("`{text}` is not added to `{entity}.{name}`"))
            .at(place, "a whole number is wanted")
            .help(format!("a parameter stands in braces: `{{{text}}}`"))
    } else {
        return;
    };
    out.push(with_type(diagnostic, tests.shape).pattern(pattern));
}

/// Only what may be absent can be removed.
fn removed(tests: &Tests<'_>, change: &ChangePlan, out: &mut Vec<Diagnostic>) {
    let (entity, name) = (&tests.entity.name, &change.field);
    let Some(field) = tests.find(name) else {
        let near = suggest::did_you_mean(name, tests.fields.iter().map(|field| field.name.as_str()));
        let message = format!("`{}` removes `{name}`, which is no stored field of `{entity}`", tests.pattern);
        out.push(
            with_type(Diagnostic::new(Code::UnknownAttribute, message).at(&change.place, near), tests.shape)
                .pattern(tests.pattern),
        );
        return;
    };
    if !field.optional && change.inside.is_empty() {
        let message = format!("`{}` removes `{entity}.{name}`, which every item has", tests.pattern);
        let diagnostic = Diagnostic::new(Code::PresentAlways, message)
            .at(&change.place, format!("`{}` is not optional", field.ty))
            .note("an item without it could not be read")
            .help(format!("make it `Option<{}>`, or set it to another value", field.ty));
        out.push(with_type(diagnostic, tests.shape).pattern(tests.pattern));
    }
}
