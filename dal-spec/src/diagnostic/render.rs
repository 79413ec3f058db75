//! Diagnostics as text, JSON and annotations of GitHub's CI.

use std::fmt::Write;

use super::{Diagnostic, Severity};
use crate::source::Place;

/// Lines are shown whole up to this column.
const LONG: usize = 200;
/// How much is shown before the carets in longer lines.
const BEFORE: usize = 40;

impl Diagnostic {
    /// The whole text: a sentence, the place with its line, then help and notes.
    ///
    /// It begins with the sentence, so that it reads well under a compiler's own `error:`.
    pub fn render(&self) -> String {
        let mut out = format!("{} [{}]", self.message, self.code.number());
        self.body(&mut out);
        out
    }

    /// The whole text as a program prints it: `error[DAL0201]: …`.
    pub fn render_with_severity(&self) -> String {
        let mut out = format!("{}[{}]: {}", self.code.severity(), self.code.number(), self.message);
        self.body(&mut out);
        out
    }

    /// One line: `patterns.yaml:11:17: error[DAL0802]: … (help: …)`.
    pub fn render_short(&self) -> String {
        let mut out = String::new();
        if let Some(place) = &self.place {
            let _ = write!(out, "{place}: ");
        }
        let _ = write!(out, "{}[{}]: {}", self.code.severity(), self.code.number(), self.message);
        if !self.label.is_empty() {
            let _ = write!(out, ": {}", self.label);
        }
        out
    }

    /// One JSON object on one line.
    pub fn to_json(&self) -> String {
        let mut out = String::from("{");
        member(&mut out, "code", Some(self.code.number()));
        member(&mut out, "name", Some(self.code.name()));
        member(&mut out, "severity", Some(self.code.severity().as_str()));
        member(&mut out, "message", Some(&self.message));
        member(&mut out, "file", self.place.as_ref().map(|p| p.source.name.as_str()));
        number(&mut out, "line", self.place.as_ref().map(|p| p.line));
        number(&mut out, "column", self.place.as_ref().map(|p| p.column));
        number(&mut out, "length", self.place.as_ref().map(|p| p.length));
        member(&mut out, "label", (!self.label.is_empty()).then_some(self.label.as_str()));
        member(&mut out, "entity", self.entity.as_deref());
        member(&mut out, "pattern", self.pattern.as_deref());
        strings(&mut out, "help", &self.help);
        strings(&mut out, "notes", &self.notes);
        out.pop();
        out.push('}');
        out
    }

    /// A workflow command that GitHub shows as an annotation at the line.
    pub fn to_github(&self) -> String {
        let mut out = String::from(match self.code.severity() {
            Severity::Error => "::error ",
            Severity::Warning => "::warning ",
        });
        if let Some(place) = &self.place {
            let _ = write!(
                out,
                "file={},line={},col={},endColumn={},",
                property(&place.source.name),
                place.line,
                place.column,
                place.column + place.length
            );
        }
        let _ = write!(out, "title={}::", property(&format!("{} {}", self.code.number(), self.code.name())));
        let mut text = self.message.clone();
        for help in &self.help {
            let _ = write!(text, "\nhelp: {help}");
        }
        for note in &self.notes {
            let _ = write!(text, "\nnote: {note}");
        }
        out.push_str(&text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A"));
        out
    }

    fn body(&self, out: &mut String) {
        let widest =
            self.place.iter().chain(self.related.iter().map(|(place, _)| place)).map(|p| p.line).max();
        let width = widest.unwrap_or(0).to_string().len();
        if let Some(place) = &self.place {
            snippet(out, width, "-->", place, &self.label);
        }
        for (place, text) in &self.related {
            snippet(out, width, ":::", place, text);
        }
        for (word, lines) in [("help", &self.help), ("note", &self.notes)] {
            for line in lines {
                let indent = format!("\n{:width$}   {:len$}  ", "", "", len = word.len());
                let _ = write!(out, "\n{:width$} = {word}: {}", "", line.replace('\n', &indent));
            }
        }
    }
}

/// ` --> file:line:column`, the line, and carets with the label.
fn snippet(out: &mut String, width: usize, arrow: &str, place: &Place, label: &str) {
    let _ = write!(out, "\n{:width$}{arrow} {place}", "");
    let Some(line) = place.source.line(place.line) else {
        if !label.is_empty() {
            let _ = write!(out, ": {label}");
        }
        return;
    };
    // A tab is shown as one column, as it is counted; of a very long line only the neighbourhood is shown.
    let skipped = if place.column > LONG { place.column - BEFORE } else { 0 };
    let shown: String = line
        .chars()
        .skip(skipped)
        .take(LONG + BEFORE)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect::<String>()
        .trim_end()
        .to_owned();
    let before = place.column.saturating_sub(1 + skipped);
    let length = place.length.min(shown.chars().count().saturating_sub(before)).max(1);
    let _ = write!(out, "\n{:width$} |\n{:>width$} | {shown}\n{:width$} | ", "", place.line, "");
    let _ = write!(out, "{}{}", " ".repeat(before), "^".repeat(length));
    if !label.is_empty() {
        let _ = write!(out, " {label}");
    }
}

fn member(out: &mut String, name: &str, value: Option<&str>) {
    let _ = write!(out, "\"{name}\":");
    match value {
        Some(text) => quote(out, text),
        None => out.push_str("null"),
    }
    out.push(',');
}

fn number(out: &mut String, name: &str, value: Option<usize>) {
    let _ = match value {
        Some(n) => write!(out, "\"{name}\":{n},"),
        None => write!(out, "\"{name}\":null,"),
    };
}

fn strings(out: &mut String, name: &str, values: &[String]) {
    let _ = write!(out, "\"{name}\":[");
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        quote(out, value);
    }
    out.push_str("],");
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

fn property(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A").replace(':', "%3A").replace(',', "%2C")
}
