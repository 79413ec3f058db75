//! From a transaction as written to its plan.

use std::collections::HashMap;

use crate::check::is_snake;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Model;
use crate::plan::{ActionPlan, TransactionPlan};
use crate::spec::{ActionSpec, TransactionSpec};
use crate::suggest;

/// How many actions DynamoDB takes.
const MAX_ACTIONS: usize = 100;

/// Names that the generated method gives to its handles.
const HANDLES: [&str; 2] = ["scope", "dal"];

/// Plans every transaction; the numbers of entities are those of the model. What is wrong with one is reported, and it is
/// left out.
pub(crate) fn transactions(model: &Model<'_>, out: &mut Vec<Diagnostic>) -> Vec<TransactionPlan> {
    let specs = model.spec.transactions.iter().filter(|spec| !spec.broken);
    specs
        .filter_map(|spec| {
            let mark = out.len();
            size(spec, out);
            names(spec, out);
            let actions: Vec<_> =
                spec.actions.iter().filter_map(|action| self::action(model, spec, action, out)).collect();
            (out.len() == mark).then(|| TransactionPlan {
                name: spec.name.text.clone(),
                about: spec.about.as_ref().map(|about| about.text.clone()),
                place: spec.name.place.clone(),
                actions,
            })
        })
        .collect()
}

fn size(spec: &TransactionSpec, out: &mut Vec<Diagnostic>) {
    let count = spec.actions.len();
    if count <= MAX_ACTIONS {
        return;
    }
    let message = format!("The transaction `{}` has {count} actions", spec.name.text);
    out.push(
        Diagnostic::new(Code::TransactionSize, message)
            .at(&spec.name.place, "DynamoDB takes up to 100")
            .help("make it several transactions, or write what needs not come about together in a batch")
            .pattern(&spec.name.text),
    );
}

/// Each action has a parameter of its own: one item cannot stand in a transaction twice.
fn names(spec: &TransactionSpec, out: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, &ActionSpec> = HashMap::new();
    for action in &spec.actions {
        let param = &action.param;
        if !is_snake(&param.text) || HANDLES.contains(&param.text.as_str()) {
            // An entity's own name was judged where it is declared.
            if param.place != action.entity.place {
                out.push(
                    Diagnostic::new(
                        Code::InvalidName,
                        format!("A parameter cannot be called `{}`", param.text),
                    )
                    .at(&param.place, "the name of a Rust parameter in snake_case is wanted")
                    .note("`scope` and `dal` are the names of the handles")
                    .pattern(&spec.name.text),
                );
            }
            continue;
        }
        if let Some(first) = seen.get(param.text.as_str()) {
            out.push(
                Diagnostic::new(
                    Code::ItemTwice,
                    format!("Two actions of `{}` are on `{}`", spec.name.text, param.text),
                )
                .at(&param.place, "the second one")
                .related(&first.param.place, "the first one")
                .note("DynamoDB refuses a transaction with two actions on one item")
                .help(format!(
                    "name another item of the entity: `{{ {}: {}, as: other_{} }}`; a `put` replaces what is there, a `create` checks that there is nothing",
                    action.verb.word(),
                    action.entity.text,
                    param.text
                ))
                .pattern(&spec.name.text),
            );
        } else {
            seen.insert(&param.text, action);
        }
    }
}

fn action(
    model: &Model<'_>,
    spec: &TransactionSpec,
    action: &ActionSpec,
    out: &mut Vec<Diagnostic>,
) -> Option<ActionPlan> {
    let entity = &action.entity;
    let Some(number) = model.entity(&entity.text) else {
        let all = || model.entities.iter().map(|e| e.spec.name.text.as_str());
        out.push(
            Diagnostic::new(Code::UnknownEntity, format!("The list has no entity `{}`", entity.text))
                .at(&entity.place, suggest::did_you_mean(&entity.text, all()))
                .help(format!("its entities are {}", suggest::names(all())))
                .pattern(&spec.name.text),
        );
        return None;
    };
    Some(ActionPlan { verb: action.verb, entity: number, param: action.param.text.clone() })
}
