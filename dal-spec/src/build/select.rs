//! What a pattern needs of the items that it reads: `select:`, `into:` and `hydrate:`.

use super::pattern::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::spec::{IndexSpec, ProjectSpec};
use crate::suggest;

/// What a query gives of its items.
#[derive(Debug, Default)]
pub(crate) struct Selected {
    /// Whether it reads the whole items behind the index entries.
    pub(crate) hydrate: bool,
    /// The name of the struct of what it selects.
    pub(crate) into: Option<String>,
}

/// A get gives whole items.
pub(crate) fn not_in_get(cx: &mut Context<'_, '_, '_>) {
    for word in ["select", "into"] {
        if cx.spec.words.iter().any(|(w, _)| w == word) {
            cx.unfit(
                word,
                "a get gives the whole item, and DynamoDB charges for all of it in any case",
                "remove it",
            );
        }
    }
}

/// What the pattern needs against what is there.
pub(crate) fn needs(cx: &mut Context<'_, '_, '_>, index: Option<usize>, several: bool) -> Selected {
    let spec = cx.spec;
    let declared = index.and_then(|index| cx.model.table.indexes.get(index));
    let hydrate = spec.hydrate.as_ref().is_some_and(|(on, _)| *on);
    let narrow = match declared.map(|index| &index.project) {
        None | Some(Some(ProjectSpec::All)) => None,
        Some(Some(ProjectSpec::Keys)) => declared.map(|index| (index, false)),
        Some(Some(ProjectSpec::List(_)) | None) => declared.map(|index| (index, true)),
    };
    let Some((declared, list)) = narrow else {
        return on_all(cx, hydrate, several);
    };
    if hydrate {
        for word in ["select", "into"].into_iter().filter(|_| !several) {
            if spec.words.iter().any(|(w, _)| w == word) {
                cx.unfit(word, "the whole item is read", "remove it, or remove `hydrate:`");
            }
        }
        if several {
            cx.unfit(
                "hydrate",
                "its entities are told apart as the index holds them",
                "make a pattern of each entity",
            );
        }
        return Selected { hydrate: !several, into: None };
    }
    if spec.into.is_some() && !several {
        cx.unfit(
            "into",
            "an index with a projection list has a struct of its own",
            "remove it: what the pattern gives is named after the index",
        );
    }
    if list && spec.select.is_empty() {
        missing_select(cx, declared);
    }
    Selected::default()
}

/// On the table, and on an index that stores all.
fn on_all(cx: &mut Context<'_, '_, '_>, hydrate: bool, several: bool) -> Selected {
    let spec = cx.spec;
    if hydrate {
        cx.unfit("hydrate", "whole items are read already", "remove it");
    }
    if several {
        if !spec.select.is_empty() {
            cx.unfit("select", "its entities have attributes of their own", "make a pattern of each entity");
        }
        return Selected::default();
    }
    match (&spec.into, spec.select.is_empty()) {
        (None, true) => Selected::default(),
        (Some(into), false) => Selected { hydrate: false, into: Some(into.text.clone()) },
        (None, false) => {
            let name = suggest::upper_camel(&spec.name.text);
            let diagnostic = Diagnostic::new(
                Code::MissingWord,
                format!("`{}` selects attributes, and does not say what the struct of them is called", cx.name()),
            )
            .at(spec.word("select"), "`into:` is missing")
            .note("whole items are there: the pattern asks DynamoDB for less of them, which saves time and not capacity")
            .help(format!("add `into: {name}`, a struct that the derive makes, or remove `select:`"));
            cx.report(diagnostic);
            Selected::default()
        }
        (Some(_), true) => {
            cx.unfit(
                "into",
                "it gives whole items",
                "add `select: […]` with the fields that callers need, or remove it",
            );
            Selected::default()
        }
    }
}

fn missing_select(cx: &mut Context<'_, '_, '_>, declared: &IndexSpec) {
    let name = declared.name.text.as_str();
    let mut diagnostic = Diagnostic::new(
        Code::MissingSelect,
        format!("`{}` does not say which attributes of `{name}` it needs", cx.name()),
    )
    .at(cx.spec.word("index"), "`select:` is missing")
    .note(format!("`{name}` holds only a list of attributes, which DynamoDB cannot change later; `select` lets dal check it against what is read"));
    if let Some(ProjectSpec::List(list)) = &declared.project {
        diagnostic = diagnostic.help(format!(
            "add `select: […]`; `{name}` holds {}",
            suggest::names(list.iter().map(|a| a.text.as_str()))
        ));
    } else {
        diagnostic = diagnostic.help("add `select: […]` with the fields that callers need");
    }
    cx.report(diagnostic.help("or add `hydrate: true` to read the whole items behind the entries"));
}
