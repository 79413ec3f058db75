//! `shares:`: entities whose items can have one key, on purpose.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Model;
use crate::spec::ProjectSpec;
use crate::suggest;

/// Whether items that share keys can be told apart: by the type attribute, wherever they are read.
pub(crate) fn check(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    for (_, entity, keys) in model.keyed() {
        let name = entity.spec.name.text.as_str();
        for shared in &entity.spec.shares {
            let mut report = |diagnostic: Diagnostic| out.push(diagnostic.entity(name));
            let other = model.entity(&shared.text).filter(|_| shared.text != name);
            let Some(other) = other.and_then(|number| model.entities.get(number)) else {
                let all = || {
                    let others = model.entities.iter().map(|other| other.spec.name.text.as_str());
                    others.filter(|other| *other != name)
                };
                report(
                    Diagnostic::new(
                        Code::UnknownEntity,
                        format!("`{name}` shares its keys with `{}`", shared.text),
                    )
                    .at(&shared.place, suggest::did_you_mean(&shared.text, all()))
                    .help(format!("the other entities of its table are {}", suggest::names(all()))),
                );
                continue;
            };
            let because = |why: String| {
                Diagnostic::new(
                    Code::SharedKey,
                    format!("`{name}` shares its keys with `{}`, and {why}", shared.text),
                )
            };
            let Some(attribute) = &model.table.type_attribute else {
                report(
                    because("nothing tells whose an item is".to_owned())
                        .at(&shared.place, "the table has no `type:`")
                        .note(
                            "where keys overlap, only an attribute with the entity's name tells items apart",
                        )
                        .help("name the attribute: `type: entity` under `table:`"),
                );
                continue;
            };
            if let Some(unique) = entity.spec.unique.iter().chain(&other.spec.unique).next() {
                report(
                    because(format!("`{}` is unique", unique.field.text))
                        .at(&shared.place, "an item of the other can be under its key")
                        .related(&unique.field.place, "whose guards would it give up?")
                        .help("give them keys of their own"),
                );
            }
            for (number, index) in model.table.indexes.iter().enumerate() {
                let both = keys.templates(Some(number)).is_some()
                    && other.keys.as_ref().is_some_and(|keys| keys.templates(Some(number)).is_some());
                let holds = match &index.project {
                    Some(ProjectSpec::All) => true,
                    Some(ProjectSpec::List(names)) => names.iter().any(|name| name.text == attribute.text),
                    _ => false,
                };
                if both && !holds {
                    report(
                        because(format!("`{}` does not hold `{}`", index.name.text, attribute.text))
                            .at(&shared.place, "both are in the index")
                            .related(&index.name.place, "its items cannot be told apart")
                            .help(format!("list it: `project: [{}, …]`", attribute.text)),
                    );
                }
            }
        }
    }
}
