//! Small lists, and what is said of them.
#![allow(dead_code, reason = "each test file uses its part of these helpers")]

use std::collections::BTreeMap;

use dal_spec::{Code, Diagnostic, Loaded, load_with};

/// Loads one file as `patterns.yaml`.
pub(crate) fn load(text: &str) -> Loaded {
    load_files(&[("patterns.yaml", text)])
}

/// Loads several files, of which the first is the list.
pub(crate) fn load_files(files: &[(&str, &str)]) -> Loaded {
    let all: BTreeMap<String, String> =
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    load_with(files[0].0, &all)
}

/// A table with a tenant and one index, with these entities and patterns.
pub(crate) fn list(types: &str, entities: &str, patterns: &str) -> String {
    let indent = |text: &str| text.lines().map(|line| format!("  {line}\n")).collect::<String>();
    let section = |name: &str, text: &str| {
        if text.is_empty() { String::new() } else { format!("{name}:\n{}", indent(text)) }
    };
    format!(
        "version: 1
table:
  name: shop
  key: {{ partition: PK, sort: SK }}
  tenant: TENANT#{{tenant_id}}
  indexes:
    GSI1: {{ partition: GSI1PK, sort: GSI1SK, project: [title] }}
types:
  tenant_id: ulid
{}{}{}",
        indent(types),
        section("entities", entities),
        section("patterns", patterns)
    )
}

/// The whole report, for the message of a failed assertion.
pub(crate) fn report(loaded: &Loaded) -> String {
    loaded.diagnostics.iter().map(|d| format!("{}\n\n", d.render_with_severity())).collect()
}

/// Asserts that a list has exactly one diagnostic, and that it is this one, at the first `needle` after `after`.
///
/// The place is given by the text that the carets stand under, which says more than a line and column would.
#[track_caller]
pub(crate) fn one(loaded: &Loaded, code: Code, under: &str, at: (usize, usize)) -> Diagnostic {
    assert_eq!(loaded.diagnostics.len(), 1, "one diagnostic was expected:\n{}", report(loaded));
    let diagnostic = loaded.diagnostics[0].clone();
    is(&diagnostic, code, under, at);
    diagnostic
}

/// Asserts the code and the place of a diagnostic, and the text under its carets.
#[track_caller]
pub(crate) fn is(diagnostic: &Diagnostic, code: Code, under: &str, (line, column): (usize, usize)) {
    assert_eq!(diagnostic.code, code, "{}", diagnostic.render_with_severity());
    let place = diagnostic.place.as_ref().expect("it has a place");
    let shown: String = place
        .source
        .line(place.line)
        .unwrap_or_default()
        .chars()
        .skip(place.column - 1)
        .take(place.length)
        .collect();
    assert_eq!(
        (shown.as_str(), place.line, place.column),
        (under, line, column),
        "{}",
        diagnostic.render_with_severity()
    );
    assert!(!diagnostic.message.ends_with('.'), "no full stop: {}", diagnostic.message);
}

/// Finds `needle` in `text`: its line and column, from 1.
#[track_caller]
pub(crate) fn find(text: &str, needle: &str) -> (usize, usize) {
    let at = text.find(needle).unwrap_or_else(|| panic!("`{needle}` is not in the list"));
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// Asserts that `text` has one diagnostic, at the text `under` within the first `context`.
#[track_caller]
pub(crate) fn says(text: &str, code: Code, context: &str, under: &str) -> Diagnostic {
    let (line, column) = find(text, context);
    let within = context.find(under).unwrap_or_else(|| panic!("`{under}` is not in `{context}`"));
    let before = &context[..within];
    let at = match before.rsplit_once('\n') {
        Some((_, last)) => (line + before.matches('\n').count(), last.chars().count() + 1),
        None => (line, column + before.chars().count()),
    };
    one(&load(text), code, under, at)
}

/// Asserts that nothing is said of a list, and gives its plan.
#[track_caller]
pub(crate) fn clean(text: &str) -> dal_spec::Plan {
    let loaded = load(text);
    assert!(loaded.diagnostics.is_empty(), "{}", report(&loaded));
    loaded.plan.expect("a list without errors has a plan")
}
