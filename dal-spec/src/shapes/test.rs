//! Conditions, and what writes store, against the fields of a struct.

use super::with_type;
use crate::build::wrong_constants;
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::{EntityPlan, Operand, Plan, ProjectionPlan, TestIs, TestPlan};
use crate::shape::{FieldShape, Shape};
use crate::suggest;

/// The tests of one pattern.
pub(super) struct Tests<'a> {
    pub(super) plan: &'a Plan,
    /// The pattern's name.
    pub(super) pattern: &'a str,
    /// The index that it reads.
    pub(super) index: Option<usize>,
    pub(super) entity: &'a EntityPlan,
    pub(super) shape: &'a Shape,
    pub(super) fields: &'a [FieldShape],
}

impl<'a> Tests<'a> {
    /// The stored field of that name.
    pub(super) fn find(&self, name: &str) -> Option<&'a FieldShape> {
        let stored = |field: &&FieldShape| !field.skip && !field.flatten;
        self.fields.iter().filter(stored).find(|field| field.name == name)
    }

    fn report(&self, diagnostic: Diagnostic, out: &mut Vec<Diagnostic>) {
        out.push(with_type(diagnostic, self.shape).pattern(self.pattern));
    }

    /// The stored field of a test; says so if there is none.
    pub(super) fn known(&self, test: &TestPlan, out: &mut Vec<Diagnostic>) -> Option<&'a FieldShape> {
        let (name, entity, pattern) = (&test.field, &self.entity.name, self.pattern);
        let found = self.find(name);
        if found.is_none() {
            let near = match self.fields.iter().find(|field| field.name == *name) {
                Some(_) => "no attribute of its own is stored for it".to_owned(),
                None => suggest::did_you_mean(name, self.fields.iter().map(|field| field.name.as_str())),
            };
            let diagnostic = Diagnostic::new(
                Code::UnknownAttribute,
                format!("`{pattern}` asks for `{name}`, which is no stored field of `{entity}`"),
            )
            .at(&test.place, near);
            self.report(diagnostic, out);
        }
        found
    }

    pub(super) fn test(&self, test: &TestPlan, out: &mut Vec<Diagnostic>) {
        let (entity, pattern, name) = (&self.entity.name, self.pattern, &test.field);
        let Some(field) = self.known(test, out) else { return };
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
                        self.pattern
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
        let Some(index) = self.index.and_then(|index| self.plan.table.indexes.get(index)) else {
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
                    self.pattern, index.name
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
