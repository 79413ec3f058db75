//! The struct of an entity against the filters of its patterns.

use super::with_type;
use crate::build::wrong_constants;
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::{
    EntityPlan, Operand, PatternPlan, Plan, ProjectionPlan, QueryPlan, TestIs, TestPlan, Verb,
};
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
    for pattern in plan.patterns_of(number) {
        let Verb::Query(query) = &pattern.verb else { continue };
        let cx = Context { plan, pattern, query, entity, shape, fields };
        for test in query.filter.iter().flat_map(crate::plan::ConditionPlan::tests) {
            cx.test(test, out);
        }
    }
}

struct Context<'a> {
    plan: &'a Plan,
    pattern: &'a PatternPlan,
    query: &'a QueryPlan,
    entity: &'a EntityPlan,
    shape: &'a Shape,
    fields: &'a [FieldShape],
}

impl Context<'_> {
    fn report(&self, diagnostic: Diagnostic, out: &mut Vec<Diagnostic>) {
        out.push(with_type(diagnostic, self.shape).pattern(&self.pattern.name));
    }

    fn test(&self, test: &TestPlan, out: &mut Vec<Diagnostic>) {
        let (name, entity, pattern) = (&test.field, &self.entity.name, &self.pattern.name);
        let stored = |field: &&FieldShape| !field.skip && !field.flatten;
        let Some(field) = self.fields.iter().filter(stored).find(|field| field.name == *name) else {
            let near = match self.fields.iter().find(|field| field.name == *name) {
                Some(_) => "no attribute of its own is stored for it".to_owned(),
                None => suggest::did_you_mean(name, self.fields.iter().map(|field| field.name.as_str())),
            };
            let diagnostic = Diagnostic::new(
                Code::UnknownAttribute,
                format!("`{pattern}` asks for `{name}`, which is no stored field of `{entity}`"),
            )
            .at(&test.place, near);
            return self.report(diagnostic, out);
        };
        if matches!(test.is, TestIs::Present | TestIs::Absent) && !field.optional {
            let diagnostic = Diagnostic::new(
                Code::PresentAlways,
                format!("`{entity}.{name}` is always present, so `{pattern}` asks for nothing"),
            )
            .at(&test.place, format!("`{}` is not optional", field.ty))
            .help(format!("make it `Option<{}>`, or remove the condition", field.ty));
            return self.report(diagnostic, out);
        }
        self.constants(test, field, out);
        self.projected(test, field, out);
    }

    fn constants(&self, test: &TestPlan, field: &FieldShape, out: &mut Vec<Diagnostic>) {
        let has_constant = test.operands().iter().any(|operand| matches!(operand, Operand::Constant(..)));
        // Those of a declared kind were looked at with the list.
        if !has_constant || test.kind.is_some() {
            return;
        }
        match test.constants(&field.base) {
            Some(kind) => {
                for diagnostic in wrong_constants(test, &kind) {
                    self.report(diagnostic, out);
                }
            }
            None => {
                let (entity, name) = (&self.entity.name, &test.field);
                let diagnostic = Diagnostic::new(
                    Code::UnknownConstant,
                    format!(
                        "`{}` compares `{name}` with a constant, and the list does not know its kind",
                        self.pattern.name
                    ),
                )
                .at(&test.place, format!("its type is `{}`", field.ty))
                .help(format!("say its kind: `types: {{ {entity}.{name}: [open, closed] }}`, say"))
                .help("or make it a parameter, in braces");
                self.report(diagnostic, out);
            }
        }
    }

    /// On an index only what it holds can be asked.
    fn projected(&self, test: &TestPlan, field: &FieldShape, out: &mut Vec<Diagnostic>) {
        let Some(index) = self.query.index.and_then(|index| self.plan.table.indexes.get(index)) else {
            return;
        };
        let list: &[String] = match &index.projection {
            ProjectionPlan::All => return,
            ProjectionPlan::Keys => &[],
            ProjectionPlan::Include(list) => list,
        };
        if list.contains(&field.attribute) || self.is_key(&field.attribute) {
            return;
        }
        let (name, entity) = (&test.field, &self.entity.name);
        let diagnostic = if index.computed && field.name != field.attribute {
            Diagnostic::new(
                Code::RenamedComputed,
                format!(
                    "`{entity}.{name}` is stored as `{}`, so the projection of `{}` cannot be computed",
                    field.attribute, index.name
                ),
            )
            .at(&test.place, format!("stored as `{}`", field.attribute))
            .note("the list is computed from the names of fields; it does not see how serde renames them")
            .help(format!("write the list under `{}`: `project: [{}, …]`", index.name, field.attribute))
        } else {
            Diagnostic::new(
                Code::SelectNotProjected,
                format!(
                    "`{}` filters by `{name}` of `{entity}`, and `{}` does not hold it",
                    self.pattern.name, index.name
                ),
            )
            .at(&test.place, format!("stored as `{}`", field.attribute))
            .note("a filter sees what the index holds, and finds nothing where the attribute is missing")
            .help(format!(
                "add `{}` to its `project:` list, which DynamoDB cannot change on a live index",
                field.attribute
            ))
        };
        self.report(diagnostic, out);
    }

    /// Whether every index item has the attribute, because it is one of the table's keys.
    fn is_key(&self, attribute: &str) -> bool {
        let table = &self.plan.table;
        table.partition == attribute || table.sort.as_deref() == Some(attribute)
    }
}
