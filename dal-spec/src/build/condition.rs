//! `filter:`: what is asked of the items that a key condition finds.

use super::pattern::{Context, Read};
use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::model::{Model, Shown, Template};
use crate::plan::{ConditionPlan, Operand, ParamPlan, TestIs, TestPlan, ValueOf, ValuePlan};
use crate::spec::{ConditionSpec, OperandSpec, TestSpec, TestSpecIs};
use crate::yaml::Text;

/// A filter, and the parameters that it compares with.
pub(crate) type Filter = (Option<ConditionPlan>, Vec<ValuePlan>);

/// The filter of a pattern, which has one only where it is over one entity.
pub(crate) fn of_one(cx: &mut Context<'_, '_, '_>, first: &Read<'_, '_>, params: &[ParamPlan]) -> Filter {
    if let [entity] = cx.spec.entities.as_slice() {
        return filter(cx, &entity.text, first, params);
    }
    if !cx.spec.filter.is_empty() {
        cx.unfit(
            "filter",
            "its entities have attributes of their own",
            "make a pattern of each entity, or filter where it is called: `.filter(…)`",
        );
    }
    (None, Vec::new())
}

/// The filter of a pattern over one entity; `params` are those that it has already.
fn filter(cx: &mut Context<'_, '_, '_>, entity: &str, read: &Read<'_, '_>, params: &[ParamPlan]) -> Filter {
    let spec = cx.spec;
    if spec.filter.is_empty() {
        return (None, Vec::new());
    }
    let mut values = Vec::new();
    let params: Vec<(&str, &str)> =
        params.iter().map(|param| (param.name.as_str(), read.keys.name(param.field))).collect();
    let mut found = Vec::new();
    let mut resolver = Resolver {
        model: Some(cx.model),
        pattern: cx.name(),
        entity,
        params: &params,
        values: &mut values,
        out: &mut found,
    };
    let list = spec.filter.iter().map(|condition| resolver.condition(condition)).collect();
    found.into_iter().for_each(|diagnostic| cx.report(diagnostic));
    for test in spec.filter.iter().flat_map(ConditionSpec::tests) {
        not_a_key(cx, read, test);
    }
    (Some(ConditionPlan::All(list)), values)
}

/// DynamoDB refuses a filter on the attributes of the key that is queried.
fn not_a_key(cx: &mut Context<'_, '_, '_>, read: &Read<'_, '_>, test: &TestSpec) {
    let templates = std::iter::once(read.partition).chain(read.sort);
    let mut native = templates
        .flat_map(|template| template.attributes().filter_map(Template::native))
        .map(|field| read.keys.name(field));
    if !native.any(|name| name == test.field.text) {
        return;
    }
    let name = test.field.text.as_str();
    let diagnostic = Diagnostic::new(
        Code::KeyInFilter,
        format!("`{}` filters by `{name}`, which is a key attribute of what it reads", cx.name()),
    )
    .at(&test.field.place, "a key attribute")
    .note("DynamoDB refuses filters on the key: its conditions are the key condition")
    .help(format!(
        "bind it: `by: {name}`, `range: {name}` or `prefix: {name}`, without reading what does not match"
    ));
    cx.report(diagnostic);
}

/// Makes plans of conditions, and of what writes compare and store.
pub(crate) struct Resolver<'c, 's> {
    /// The model of the table that holds the entity.
    pub(crate) model: Option<&'c Model<'s>>,
    /// The pattern's name.
    pub(crate) pattern: &'c str,
    /// The entity's name.
    pub(crate) entity: &'c str,
    /// The parameters that the pattern has already, and the field that each binds.
    pub(crate) params: &'c [(&'c str, &'c str)],
    pub(crate) values: &'c mut Vec<ValuePlan>,
    pub(crate) out: &'c mut Vec<Diagnostic>,
}

impl Resolver<'_, '_> {
    pub(crate) fn condition(&mut self, spec: &ConditionSpec) -> ConditionPlan {
        match spec {
            ConditionSpec::Any(list) => {
                ConditionPlan::Any(list.iter().map(|one| self.condition(one)).collect())
            }
            ConditionSpec::Test(test) => ConditionPlan::Test(self.test(test)),
        }
    }

    fn test(&mut self, spec: &TestSpec) -> TestPlan {
        let field = &spec.field;
        let declared = self.model.and_then(|model| model.kinds.declared(self.entity, &field.text)).cloned();
        let mut test = TestPlan {
            field: field.text.clone(),
            place: field.place.clone(),
            kind: declared,
            is: TestIs::Present,
        };
        let mut operand = |operand: &OperandSpec, of: ValueOf| self.operand(field, operand, of);
        test.is = match &spec.is {
            TestSpecIs::Compare(comparison, one) => {
                TestIs::Compare(*comparison, operand(one, ValueOf::Whole))
            }
            TestSpecIs::Size(comparison, one) => TestIs::Size(*comparison, operand(one, ValueOf::Size)),
            TestSpecIs::In(list) => TestIs::In(list.iter().map(|one| operand(one, ValueOf::Whole)).collect()),
            TestSpecIs::Between(low, high) => {
                TestIs::Between(operand(low, ValueOf::Whole), operand(high, ValueOf::Whole))
            }
            TestSpecIs::Contains(one) => TestIs::Contains(operand(one, ValueOf::Member)),
            TestSpecIs::BeginsWith(one) => TestIs::BeginsWith(operand(one, ValueOf::Beginning)),
            TestSpecIs::Present => TestIs::Present,
            TestSpecIs::Absent => TestIs::Absent,
        };
        let kind = match &test.is {
            TestIs::Size(..) | TestIs::BeginsWith(_) => test.constants(""),
            _ => test.kind.clone(),
        };
        if let Some(kind) = kind {
            self.out.extend(wrong_constants(&test, &kind));
        }
        test
    }

    pub(crate) fn operand(&mut self, field: &Text, spec: &OperandSpec, of: ValueOf) -> Operand {
        let name = match spec {
            OperandSpec::Constant(text) => return Operand::Constant(text.text.clone(), text.place.clone()),
            OperandSpec::Parameter(name) => name,
        };
        if let Some(number) = self
            .values
            .iter()
            .position(|value| value.name == name.text && value.field == field.text && value.of == of)
        {
            return Operand::Value(number);
        }
        let problem = if !crate::check::is_snake(&name.text) {
            Some("a snake_case name that is no keyword is wanted")
        } else if self.values.iter().any(|value| value.name == name.text)
            || self.params.iter().any(|(param, _)| *param == name.text)
        {
            Some("another parameter has this name")
        } else {
            None
        };
        if let Some(problem) = problem {
            let mut diagnostic = Diagnostic::new(
                Code::InvalidName,
                format!("`{}` cannot be a parameter of `{}`", name.text, self.pattern),
            )
            .at(&name.place, problem);
            if self.params.iter().any(|(_, field)| *field == name.text) {
                diagnostic = diagnostic
                    .note("the key binds it already: every item that is read has this value")
                    .help(format!("remove the condition, or call the parameter `{{other_{}}}`", name.text));
            }
            self.out.push(diagnostic);
        }
        self.values.push(ValuePlan {
            name: name.text.clone(),
            field: field.text.clone(),
            of,
            place: name.place.clone(),
        });
        Operand::Value(self.values.len() - 1)
    }
}

/// What is wrong with the constants of a test, if its field is of this kind.
pub(crate) fn wrong_constants(test: &TestPlan, kind: &KindDef) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    for operand in test.operands() {
        let Operand::Constant(text, place) = operand else { continue };
        let Err(problem) = crate::constant::value(kind, text) else { continue };
        let about = match test.is {
            TestIs::Size(..) => "a size".to_owned(),
            _ => format!("`{}`", test.field),
        };
        let mut diagnostic =
            Diagnostic::new(Code::WrongConstant, format!("`{text}` is not a value of {about}"))
                .at(place, problem)
                .note(format!("it is compared as `{}`", Shown(kind)));
        if crate::check::is_snake(text) {
            diagnostic = diagnostic.help(format!("a parameter stands in braces: `{{{text}}}`"));
        }
        wrong.push(diagnostic);
    }
    wrong
}
