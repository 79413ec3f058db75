//! The examples of `docs/language.md`: each is a whole list, and passes its check.

use std::collections::BTreeMap;
use std::path::Path;

/// The examples, each with the number of its first line.
fn examples(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (number, line) in (1..).zip(text.lines()) {
        match (line, open) {
            ("```yaml", false) => {
                found.push((number + 1, String::new()));
                open = true;
            }
            ("```", true) => open = false,
            (line, true) => {
                if let Some((_, example)) = found.last_mut() {
                    example.push_str(line);
                    example.push('\n');
                }
            }
            _ => {}
        }
    }
    assert!(!open, "the last example is closed");
    found
}

#[test]
fn every_example_is_a_list_that_passes_its_check() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md");
    let text = std::fs::read_to_string(file).expect("the documentation of the language");
    let examples = examples(&text);
    assert!(examples.len() >= 8, "{} examples", examples.len());
    for (line, example) in examples {
        assert!(example.starts_with("version: 1\n"), "line {line}: a whole list");
        let files = BTreeMap::from([("patterns.yaml".to_owned(), example)]);
        let loaded = dal_spec::load_with("patterns.yaml", &files);
        let said: Vec<String> =
            loaded.diagnostics.iter().map(dal_spec::Diagnostic::render_with_severity).collect();
        assert!(said.is_empty(), "line {line}:\n{}", said.join("\n\n"));
    }
}
