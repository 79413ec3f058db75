//! Templates as written: literal text and parts in braces.

use super::Reader;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::yaml::{Empty, Node, Text, Value};

/// A template as written.
#[derive(Clone, Debug)]
pub(crate) struct TemplateSpec {
    pub(crate) text: Text,
    pub(crate) pieces: Vec<Piece>,
}

/// One piece of a template.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Literal text.
    Literal { text: String, place: Place },
    /// `{field:desc}`; the place of the name, and of each encoding.
    Field { name: String, place: Place, encodings: Vec<(String, Place)>, whole: Place },
    /// `{tenant}`
    Tenant { place: Place },
}

/// Reads a template; `None` after a report.
pub(crate) fn read(reader: &mut Reader<'_>, node: &Node, what: &str) -> Option<TemplateSpec> {
    if let Value::Empty(Empty::Quoted) = node.value {
        reader.report(
            Diagnostic::new(Code::EmptyTemplate, format!("The template of {what} is empty"))
                .at(&node.place, "DynamoDB keys are never empty")
                .help("write literal text, parts in braces, or both: ITEM#{item_id}"),
        );
        return None;
    }
    let text = reader.prose(node, what)?;
    let pieces = pieces(reader, &text)?;
    // A part is one byte at least.
    let shortest: usize =
        pieces.iter().map(|piece| if let Piece::Literal { text, .. } = piece { text.len() } else { 1 }).sum();
    if shortest > dal_key::MAX_PARTITION_KEY_BYTES {
        reader.report(
            Diagnostic::new(Code::TooLarge, format!("The keys of {what} are longer than DynamoDB allows"))
                .at(&text.place, format!("at least {shortest} bytes"))
                .note("a partition key has at most 2,048 bytes, a sort key 1,024"),
        );
        return None;
    }
    Some(TemplateSpec { text, pieces })
}

fn pieces(reader: &mut Reader<'_>, text: &Text) -> Option<Vec<Piece>> {
    let chars: Vec<char> = text.text.chars().collect();
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut good = true;
    while at < chars.len() {
        match chars[at] {
            '}' => {
                unbalanced(reader, &text.part(at, 1), "this `}` closes nothing");
                return None;
            }
            '{' => {
                let rest = chars[at + 1..].iter().position(|c| matches!(c, '{' | '}'));
                let close = match rest.map(|n| at + 1 + n) {
                    Some(close) if chars[close] == '}' => close,
                    _ => {
                        unbalanced(reader, &text.part(at, 1), "this `{` is not closed");
                        return None;
                    }
                };
                match field(reader, text, &chars, at, close) {
                    Some(piece) => pieces.push(piece),
                    None => good = false,
                }
                at = close + 1;
            }
            _ => {
                let end =
                    chars[at..].iter().position(|c| matches!(c, '{' | '}')).map_or(chars.len(), |n| at + n);
                pieces.push(Piece::Literal {
                    text: chars[at..end].iter().collect(),
                    place: text.part(at, end - at),
                });
                at = end;
            }
        }
    }
    good.then_some(pieces)
}

fn field(reader: &mut Reader<'_>, text: &Text, chars: &[char], open: usize, close: usize) -> Option<Piece> {
    let inner: String = chars[open + 1..close].iter().collect();
    let mut parts = inner.split(':');
    let name = parts.next().unwrap_or_default().to_owned();
    let length = name.chars().count();
    let place = text.part(open + 1, length);
    let whole = text.part(open, close + 1 - open);
    let mut at = open + 1 + length + 1;
    let mut encodings = Vec::new();
    for encoding in parts {
        let length = encoding.chars().count();
        encodings.push((encoding.to_owned(), text.part(at, length)));
        at += length + 1;
    }
    if name == "tenant" {
        if let Some((_, place)) = encodings.first() {
            reader.report(
                Diagnostic::new(Code::IllegalEncoding, "`{tenant}` takes no encoding")
                    .at(place, "remove it")
                    .help("encodings of the tenant's fields belong to `table: { tenant: … }`"),
            );
            return None;
        }
        return Some(Piece::Tenant { place: whole });
    }
    if !is_field(&name) {
        let label =
            if name.is_empty() { "a field's name is wanted here" } else { "not the name of a Rust field" };
        reader.report(
            Diagnostic::new(Code::BadPart, format!("`{{{inner}}}` does not name a field"))
                .at(&whole, label)
                .help("a part is a field's name, with encodings after colons: {created_at:desc}"),
        );
        return None;
    }
    Some(Piece::Field { name, place, encodings, whole })
}

fn unbalanced(reader: &mut Reader<'_>, place: &Place, label: &str) {
    reader.report(
        Diagnostic::new(Code::UnbalancedBraces, "The braces of this template do not match")
            .at(place, label)
            .help("each part is written `{field}`; literal text holds no braces"),
    );
}

/// Whether `name` is an identifier of ASCII letters, digits and `_`.
pub(crate) fn is_field(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name != "_"
}
