//! Reads nodes as what is wanted of them, and reports what they are not.

use std::collections::HashMap;

use super::words::{self, Section};
use crate::diagnostic::{Code, Diagnostic, Owner};
use crate::suggest;
use crate::yaml::{self, Empty, Map, Node, Text, Value};

/// Collects the reports about one node of the list at a time.
pub(crate) struct Reader<'o> {
    out: &'o mut Vec<Diagnostic>,
    owner: Owner,
    entity: Option<String>,
    pattern: Option<String>,
    /// How many values were met that had been reported before.
    bad: usize,
}

/// A moment in the reading, to ask later whether something failed since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    reports: usize,
    bad: usize,
}

impl<'o> Reader<'o> {
    pub(crate) fn new(out: &'o mut Vec<Diagnostic>) -> Self {
        Self { out, owner: Owner::Table, entity: None, pattern: None, bad: 0 }
    }

    /// From here on, reports are about this entity.
    pub(crate) fn enter_entity(&mut self, name: &str) {
        self.owner = Owner::Entity(name.to_owned());
        self.entity = Some(name.to_owned());
    }

    /// From here on, reports are about this pattern.
    pub(crate) fn enter_pattern(&mut self, name: Option<&str>, owner: Owner) {
        self.pattern = name.map(str::to_owned);
        self.owner = owner;
    }

    /// From here on, reports are about the table.
    pub(crate) fn leave(&mut self) {
        self.owner = Owner::Table;
        self.entity = None;
        self.pattern = None;
    }

    pub(crate) fn report(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.owner = self.owner.clone();
        diagnostic.entity = diagnostic.entity.or_else(|| self.entity.clone());
        diagnostic.pattern = diagnostic.pattern.or_else(|| self.pattern.clone());
        self.out.push(diagnostic);
    }

    /// This moment.
    pub(crate) fn mark(&self) -> Mark {
        Mark { reports: self.out.len(), bad: self.bad }
    }

    /// Whether an error was met since `mark`.
    pub(crate) fn failed_since(&self, mark: Mark) -> bool {
        self.bad > mark.bad
            || self.out.get(mark.reports..).is_some_and(|new| new.iter().any(Diagnostic::is_error))
    }

    /// Whether `key` is a word of `section`; reports it otherwise.
    pub(crate) fn word(&mut self, key: &Text, section: &Section) -> bool {
        self.word_or(key, section, &[])
    }

    /// As [`word`](Self::word), with further candidates for a suggestion.
    pub(crate) fn word_or(&mut self, key: &Text, section: &Section, more: &[&str]) -> bool {
        let word = key.text.as_str();
        if section.words.contains(&word) {
            return true;
        }
        let candidates = section.words.iter().chain(more).copied();
        let mut diagnostic = Diagnostic::new(
            Code::UnknownWord,
            format!("`{word}` is not a word of the language {}", section.name),
        )
        .at(&key.place, suggest::did_you_mean(word, candidates));
        let elsewhere: Vec<&str> = words::ALL
            .iter()
            .filter(|s| s.name != section.name && s.words.contains(&word))
            .map(|s| s.name)
            .collect();
        if !elsewhere.is_empty() {
            diagnostic = diagnostic.help(format!("`{word}` stands {}", elsewhere.join(", or ")));
        }
        self.report(diagnostic.help(format!(
            "the words {} are {}",
            section.name,
            suggest::names(section.words.iter().chain(more).copied())
        )));
        false
    }

    /// Reports a part of the language that this version does not build.
    pub(crate) fn not_built(&mut self, at: &Text, what: &str) {
        self.report(
            Diagnostic::new(
                Code::NotBuiltYet,
                format!("{what} is part of the language, but this version does not build it yet"),
            )
            .at(&at.place, "not built yet")
            .note("it is refused rather than ignored, so that the code never does less than the list says"),
        );
    }

    /// A scalar.
    pub(crate) fn text(&mut self, node: &Node, what: &str) -> Option<Text> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Bad => {
                self.bad += 1;
                None
            }
            Value::Empty(empty) => {
                self.empty(node, empty, what);
                None
            }
            Value::Map(map) if map.braces && map.entries.iter().all(|(_, v)| bare(v)) => {
                self.report(yaml::braces(&node.place));
                None
            }
            Value::Map(_) => self.form(node, what, "a text", "a map"),
            Value::List(_) => self.form(node, what, "a text", "a list"),
        }
    }

    /// A scalar that may hold `#`: a template or prose, of which YAML may have cut off the end.
    pub(crate) fn prose(&mut self, node: &Node, what: &str) -> Option<Text> {
        let text = self.text(node, what)?;
        if let Some((comment, place)) = &text.cut {
            self.report(
                Diagnostic::new(
                    Code::CommentCutsText,
                    format!("YAML reads `{comment}` as a comment, so the text ends before it"),
                )
                .at(place, format!("the text is only `{}`", text.text))
                .help(format!("quote the whole text: '{} {comment}'", text.text))
                .help("write `# ` with a space after it if it is a comment"),
            );
            return None;
        }
        Some(text)
    }

    /// A map.
    pub(crate) fn map<'n>(&mut self, node: &'n Node, what: &str, of: &str) -> Option<&'n Map> {
        match &node.value {
            Value::Map(map) => Some(map),
            Value::Bad => {
                self.bad += 1;
                None
            }
            Value::Empty(empty) => {
                self.empty(node, empty, what);
                None
            }
            Value::Text(_) => self.form(node, what, &format!("a map of {of}"), "a text"),
            Value::List(_) => self.form(node, what, &format!("a map of {of}"), "a list"),
        }
    }

    /// The items of a list; one value alone is a list of one.
    pub(crate) fn items<'n>(&mut self, node: &'n Node, what: &str) -> Vec<&'n Node> {
        match &node.value {
            Value::List(list) if list.is_empty() => {
                self.report(
                    Diagnostic::new(Code::EmptyValue, format!("{what} is an empty list"))
                        .at(&node.place, "nothing in it"),
                );
                Vec::new()
            }
            Value::List(list) => list.iter().collect(),
            _ => vec![node],
        }
    }

    /// A list of scalars; one scalar alone is a list of one. `None` if any was reported.
    pub(crate) fn texts(&mut self, node: &Node, what: &str) -> Option<Vec<Text>> {
        let mark = self.mark();
        let texts: Vec<Text> =
            self.items(node, what).into_iter().filter_map(|item| self.text(item, what)).collect();
        let mut failed = self.failed_since(mark) || texts.is_empty();
        let mut seen: HashMap<&str, &Text> = HashMap::new();
        for text in &texts {
            if let Some(first) = seen.get(text.text.as_str()).copied() {
                failed = true;
                self.report(
                    Diagnostic::new(Code::Repeated, format!("`{}` stands twice in {what}", text.text))
                        .at(&text.place, "remove this one")
                        .related(&first.place, "the first one"),
                );
            } else {
                seen.insert(&text.text, text);
            }
        }
        (!failed).then_some(texts)
    }

    /// `true` or `false`.
    pub(crate) fn bool(&mut self, node: &Node, what: &str) -> Option<bool> {
        let text = self.text(node, what)?;
        match text.text.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            other => {
                let instead = match other.to_ascii_lowercase().as_str() {
                    "yes" | "y" | "on" | "true" => "write `true`",
                    "no" | "n" | "off" | "false" => "write `false`",
                    _ => "write `true` or `false`",
                };
                self.report(
                    Diagnostic::new(Code::WrongValue, format!("{what} takes `true` or `false`, not `{other}`"))
                        .at(&text.place, instead)
                        .note("YAML's readers disagree on whether `yes`, `no`, `on` and `off` are truth values, so dal takes none of them"),
                );
                None
            }
        }
    }

    fn form<T>(&mut self, node: &Node, what: &str, wanted: &str, found: &str) -> Option<T> {
        self.report(
            Diagnostic::new(
                Code::WrongForm,
                format!("{} must be {wanted}, and this is {found}", capital(what)),
            )
            .at(&node.place, format!("{wanted} is wanted here")),
        );
        None
    }

    fn empty(&mut self, node: &Node, empty: &Empty, what: &str) {
        let diagnostic = match empty {
            Empty::Comment(comment) => Diagnostic::new(
                Code::CommentEatsValue,
                format!("YAML reads `{comment}` as a comment, so {what} is empty"),
            )
            .at(&node.place, "nothing is left here")
            .help(format!("quote it: '{}'", comment.split_whitespace().next().unwrap_or_default())),
            Empty::Null => Diagnostic::new(Code::EmptyValue, format!("{} is null", capital(what)))
                .at(&node.place, "null means nothing here")
                .help("leave the line out, or quote the word if it is meant as text"),
            Empty::Nothing | Empty::Quoted => {
                Diagnostic::new(Code::EmptyValue, format!("{} is empty", capital(what)))
                    .at(&node.place, "a value is wanted here")
                    .help("give it a value, or leave the line out")
            }
        };
        self.report(diagnostic);
    }
}

fn bare(node: &Node) -> bool {
    matches!(node.value, Value::Empty(Empty::Nothing) | Value::Text(_))
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
