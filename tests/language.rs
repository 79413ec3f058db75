//! The examples of `docs/language.md`: each is a whole list, and passes its check. No word of the language is without one.

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

/// The name of an included file.
fn beside(example: &str) -> Option<String> {
    let name = example.lines().next()?.strip_prefix("# ")?;
    name.ends_with(".yaml").then(|| name.to_owned())
}

#[test]
fn every_example_is_a_list_that_passes_its_check() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md");
    let text = std::fs::read_to_string(file).expect("the documentation of the language");
    let examples = examples(&text);
    assert!(examples.len() >= 8, "{} examples", examples.len());
    for (at, (line, example)) in examples.iter().enumerate() {
        // The files that a list includes stand behind it, each with its name in a comment.
        if beside(example).is_some() {
            continue;
        }
        assert!(example.starts_with("version: 1\n"), "line {line}: a whole list");
        let included = examples[at + 1..].iter().map_while(|(_, text)| Some((beside(text)?, text.clone())));
        let mut files: BTreeMap<String, String> = included.collect();
        files.insert("patterns.yaml".to_owned(), example.clone());
        let loaded = dal_spec::load_with("patterns.yaml", &files);
        let said: Vec<String> =
            loaded.diagnostics.iter().map(dal_spec::Diagnostic::render_with_severity).collect();
        assert!(said.is_empty(), "line {line}:\n{}", said.join("\n\n"));
    }
}

/// The pages on the language.
const PAGES: [&str; 2] = ["docs/language.md", "docs/patterns.md"];

/// Whether a word stands in an example where it means something: as a key of a map, a kind, or an encoding.
fn is_shown(place: &str, word: &str, example: &str) -> bool {
    let plain = |before: Option<char>, behind: Option<char>| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        !before.is_some_and(is_part) && !behind.is_some_and(is_part)
    };
    example.lines().map(|line| line.split(" #").next().unwrap_or_default()).any(|line| {
        line.match_indices(word).any(|(at, _)| {
            let (before, behind) = (&line[..at], &line[at + word.len()..]);
            let stands = plain(before.chars().next_back(), behind.chars().next());
            stands
                && match place {
                    "an encoding" => before.ends_with(':') && behind.starts_with(['}', ':']),
                    "a kind" => before.ends_with(": ") || before.ends_with("{ "),
                    _ => behind.starts_with(':'),
                }
        })
    })
}

#[test]
fn every_word_of_the_language_is_described_and_shown() {
    let pages: Vec<String> = PAGES
        .iter()
        .map(|page| {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
            std::fs::read_to_string(file).expect("a page on the language")
        })
        .collect();
    let examples: Vec<String> =
        pages.iter().flat_map(|page| examples(page)).map(|(_, example)| example).collect();
    let words = dal_spec::words();
    assert!(words.len() > 100, "{} words", words.len());
    let missing: Vec<String> = words
        .into_iter()
        .filter_map(|(place, word)| {
            let named = [format!("`{word}`"), format!("`{word}:"), format!("`:{word}`"), format!("{word}:")];
            let described = pages.iter().any(|page| named.iter().any(|name| page.contains(name)));
            let shown = examples.iter().any(|example| is_shown(place, word, example));
            (!described || !shown).then(|| {
                format!("`{word}` {place} is {}", if described { "in no example" } else { "not described" })
            })
        })
        .collect();
    assert!(missing.is_empty(), "docs/language.md: {}", missing.join("\n"));
}
