//! Text: every character up to `$` stands as `$` and two upper-case hexadecimal digits; all others stand as they are.
//!
//! What separates parts is then below everything that text is written with, so that a text sorts before its
//! continuations whatever follows it, and no text holds a separator.

use std::borrow::Cow;

use super::Next;
use crate::error::KeyProblem;
use crate::format::{Case, Format, Style};
use crate::pattern::Pattern;

/// The character that escapes, and the last that is escaped.
pub(crate) const ESCAPE: char = '$';

/// The smallest escaped text.
pub(crate) const SMALLEST: &str = "$00";

const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];

/// Appends `text` with its escapes.
#[inline]
pub(crate) fn escape(text: &str, out: &mut String) {
    if holds_escaped(text.as_bytes()) { escape_each(text, out) } else { out.push_str(text) }
}

fn escape_each(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.as_bytes().iter().position(|byte| *byte <= b'$') {
        let byte = usize::from(rest.as_bytes()[at]);
        out.push_str(&rest[..at]);
        out.extend([ESCAPE, HEX[byte >> 4], HEX[byte & 0xf]]);
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

/// Whether a byte is one that is escaped, found word by word: in most texts none is.
#[inline]
fn holds_escaped(text: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 0xff;
    // A byte below 0x25 borrows into its highest bit, which it does not have itself. Bytes above one that does can be
    // mistaken for such; so this tells whether there is one, and not where.
    let in_word = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        word.wrapping_sub(ONES * (b'$' as u64 + 1)) & !word & (ONES << 7) != 0
    };
    match text.last_chunk() {
        // The last word covers the rest.
        Some(last) => in_word(last) || text.as_chunks().0.iter().any(in_word),
        None => text.iter().any(|byte| *byte <= b'$'),
    }
}

/// The character that escaped text begins with, and how many bytes it takes.
pub(crate) fn unit(text: &str) -> Option<(char, usize)> {
    let first = text.chars().next()?;
    if first > ESCAPE {
        return Some((first, first.len_utf8()));
    }
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    };
    match text.as_bytes() {
        [b'$', high, low, ..] => {
            let byte = digit(*high)?.checked_mul(16)?.checked_add(digit(*low)?)?;
            (byte <= b'$').then_some((char::from(byte), 3))
        }
        _ => None,
    }
}

/// Escaped text without its last character, and that character as it was before.
pub(crate) fn split_last(text: &str) -> Option<(&str, char)> {
    let length = match text.as_bytes() {
        [.., b'$', _, _] => 3,
        _ => text.chars().next_back()?.len_utf8(),
    };
    let (kept, last) = text.split_at_checked(text.len() - length)?;
    unit(last).map(|(character, _)| (kept, character))
}

/// The text that was escaped; `None` if it is not the escaped form of any.
pub(crate) fn unescape(text: &str) -> Option<Cow<'_, str>> {
    if text.bytes().all(|byte| byte > b'$') {
        return Some(Cow::Borrowed(text));
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (character, length) = unit(rest)?;
        plain.push(character);
        rest = &rest[length..];
    }
    Some(Cow::Owned(plain))
}

/// The text in that case, character by character, so that a beginning folds to the beginning of the folded text.
/// (`str::to_lowercase` makes the last sigma of a word another letter.)
#[inline]
pub(crate) fn fold(case: Case, text: &str) -> Cow<'_, str> {
    if case == Case::Keep { Cow::Borrowed(text) } else { folded(case, text) }
}

fn folded(case: Case, text: &str) -> Cow<'_, str> {
    if is_text_folded(case, text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(match case {
        Case::Keep => text.to_owned(),
        Case::Lower => text.chars().flat_map(char::to_lowercase).collect(),
        Case::Upper => text.chars().flat_map(char::to_uppercase).collect(),
    })
}

fn is_text_folded(case: Case, text: &str) -> bool {
    case == Case::Keep || text.chars().all(|character| is_folded(case, character))
}

/// Whether folding leaves the character as it is.
pub(crate) fn is_folded(case: Case, character: char) -> bool {
    match case {
        Case::Keep => true,
        Case::Lower => character.to_lowercase().eq([character]),
        Case::Upper => character.to_uppercase().eq([character]),
    }
}

/// The character that values must not hold, because it begins the literal that ends them.
#[inline]
pub(crate) fn forbidden(pattern: Option<&str>, format: Format, next: Next<'_>) -> Option<char> {
    let Next::Literal(literal) = next else { return None };
    let first = literal.chars().next()?;
    // Escaped text holds nothing up to `$` but escapes. Above, a pattern may keep parts apart: that is proved elsewhere.
    (format.style == Style::Raw || (first > ESCAPE && pattern.is_none())).then_some(first)
}

/// Whether nothing is to be asked about a value of any text that is escaped.
#[inline]
pub(crate) fn is_free(next: Next<'_>, value: &str) -> bool {
    !value.is_empty() && forbidden(None, Format::default(), next).is_none()
}

/// Appends a value, folded and escaped as the format says.
pub(crate) fn encode(
    pattern: Option<&str>,
    format: Format,
    next: Next<'_>,
    value: &str,
    out: &mut String,
) -> Result<(), KeyProblem> {
    if value.is_empty() {
        return Err(KeyProblem::Empty);
    }
    let folded = fold(format.case, value);
    if let Some(pattern) = pattern
        && !Pattern::parse(pattern).map_err(KeyProblem::OutOfKind)?.matches(&folded)
    {
        return Err(KeyProblem::OutOfKind(format!("does not match `{pattern}`")));
    }
    if let Some(separator) = forbidden(pattern, format, next)
        && folded.contains(separator)
    {
        return Err(KeyProblem::Unparsable(format!("holds {separator:?}, which ends the part in this key")));
    }
    push(format, &folded, out);
    Ok(())
}

/// Appends text that is folded already.
pub(crate) fn push(format: Format, folded: &str, out: &mut String) {
    if format.style == Style::Raw { out.push_str(folded) } else { escape(folded, out) }
}

/// Reads a value back.
pub(crate) fn decode<'t>(pattern: Option<&str>, format: Format, text: &'t str) -> Option<Cow<'t, str>> {
    if text.is_empty() {
        return None;
    }
    let plain = if format.style == Style::Raw { Cow::Borrowed(text) } else { unescape(text)? };
    if !is_text_folded(format.case, &plain) {
        return None;
    }
    match pattern {
        Some(pattern) if !Pattern::parse(pattern).ok()?.matches(&plain) => None,
        _ => Some(plain),
    }
}

/// Where a value must end, if it is escaped and what follows it begins with a character that escaped text does not hold.
pub(crate) fn only_length(
    pattern: Option<&str>,
    format: Format,
    next: Next<'_>,
    text: &str,
) -> Option<usize> {
    let is_marked = match next {
        Next::End => true,
        Next::Literal(literal) => literal.as_bytes().first().is_some_and(|first| *first < b'$'),
        Next::Part => false,
    };
    (is_marked && pattern.is_none() && format.style != Style::Raw)
        .then(|| text.bytes().position(|byte| byte < b'$').unwrap_or(text.len()))
}

/// Calls `found` with the length of every value of the kind that `text` begins with and that `next` can follow.
pub(crate) fn lengths(
    pattern: Option<&str>,
    format: Format,
    next: Next<'_>,
    text: &str,
    mut found: impl FnMut(usize),
) {
    let pattern = match pattern.map(Pattern::parse) {
        None => None,
        Some(Ok(pattern)) => Some(pattern),
        Some(Err(_)) => return,
    };
    let forbidden = forbidden(pattern.as_ref().map(|_| ""), format, next);
    let mut run = pattern.as_ref().map(Pattern::run);
    let mut length = 0;
    while length < text.len() {
        let rest = &text[length..];
        let unit = if format.style == Style::Raw {
            rest.chars().next().map(|c| (c, c.len_utf8()))
        } else {
            unit(rest)
        };
        let Some((character, bytes)) = unit else { return };
        if Some(character) == forbidden || !is_folded(format.case, character) {
            return;
        }
        length += bytes;
        if let Some(run) = &mut run
            && !run.step(character)
        {
            return;
        }
        if next.follows(&text[length..]) && run.as_ref().is_none_or(|run| run.accepts()) {
            found(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Case, escape, fold, is_folded, unescape, unit};

    #[test]
    fn every_character_up_to_dollar_is_escaped_and_no_other() {
        for character in ('\0'..='%').chain(['\u{d7ff}', '\u{e000}', char::MAX]) {
            let mut text = String::new();
            escape(&character.to_string(), &mut text);
            assert_eq!(text.starts_with('$'), character <= '$', "{text:?}");
            assert_eq!(unit(&text), Some((character, text.len())));
            assert_eq!(unescape(&text).as_deref(), Some(&*character.to_string()));
        }
    }

    #[test]
    fn what_escaping_never_writes_is_not_read() {
        for text in ["a b", "$", "$2", "$2g", "$2a", "$25", "$41", "$FF", "a#", "$$24", "\0"] {
            assert_eq!(unescape(text), None, "{text:?}");
        }
    }

    #[test]
    fn folding_twice_is_folding_once() {
        for case in [Case::Keep, Case::Lower, Case::Upper] {
            for character in '\0'..=char::MAX {
                let text = character.to_string();
                let folded = fold(case, &text);
                assert!(folded.chars().all(|c| is_folded(case, c)), "{character:?} to {folded:?}");
            }
        }
    }
}
