//! What `check` says of an imported list, written into it: a pattern that does not hold becomes a comment that says why, and
//! any other error a comment beside its line.

use std::collections::BTreeMap;

use dal_spec::Diagnostic;

/// How often the list is checked again: each time, at least one pattern becomes a comment.
const ROUNDS: usize = 50;

/// A list, how many errors are left in it, and how many patterns.
pub(super) struct Settled {
    pub(super) text: String,
    pub(super) errors: usize,
    pub(super) patterns: usize,
}

/// Checks the list and comments it.
pub(super) fn settle(text: String) -> Settled {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..ROUNDS {
        let errors = check(&lines);
        let mut changed = false;
        // From the end, so that the lines before keep their numbers.
        let mut at: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for error in &errors {
            let Some(place) = &error.place else { continue };
            at.entry(place.line.saturating_sub(1)).or_default().push(said(error));
        }
        for (number, said) in at.into_iter().rev() {
            let Some(line) = lines.get(number).filter(|line| is_pattern(line)) else { continue };
            let mut with: Vec<String> = said.into_iter().map(|text| format!("  # decide: {text}")).collect();
            with.push(format!("  # {}", line.trim_start()));
            lines.splice(number..=number, with);
            changed = true;
        }
        if !changed {
            break;
        }
        none_left(&mut lines);
    }
    let errors = check(&lines);
    let mut at: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for error in &errors {
        at.entry(error.place.as_ref().map_or(0, |place| place.line.saturating_sub(1)))
            .or_default()
            .push(said(error));
    }
    for (number, said) in at.into_iter().rev() {
        let indent: String = lines
            .get(number)
            .map(|line| line.chars().take_while(|c| *c == ' ').collect())
            .unwrap_or_default();
        let with = said.into_iter().map(|text| format!("{indent}# decide: {text}"));
        let number = number.min(lines.len());
        lines.splice(number..number, with);
    }
    let patterns = lines.iter().filter(|line| is_pattern(line)).count();
    Settled { text: lines.join("\n") + "\n", errors: errors.len(), patterns }
}

/// A list without any pattern says so.
fn none_left(lines: &mut [String]) {
    if !lines.iter().any(|line| is_pattern(line))
        && let Some(head) = lines.iter_mut().find(|line| *line == "patterns:")
    {
        *head = "patterns: []".to_owned();
    }
}

/// Whether a line is a pattern.
fn is_pattern(line: &str) -> bool {
    line.starts_with("  - {")
}

/// The errors of a list.
fn check(lines: &[String]) -> Vec<Diagnostic> {
    let files = BTreeMap::from([("patterns.yaml".to_owned(), lines.join("\n") + "\n")]);
    let loaded = dal_spec::load_with("patterns.yaml", &files);
    loaded.diagnostics.into_iter().filter(Diagnostic::is_error).collect()
}

/// What an error says, on one line.
fn said(error: &Diagnostic) -> String {
    let message = error.message.replace('\n', " ");
    let help = error.help.first().map(|help| format!(": {}", help.replace('\n', " ")));
    format!("{message} [{}]{}", error.code.number(), help.unwrap_or_default())
}
