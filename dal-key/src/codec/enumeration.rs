//! Enums: by word, escaped as text is, or by rank.

use super::{digits, text};
use crate::error::KeyProblem;
use crate::format::{Case, Format, Order, Style};
use crate::kind::{Kind, Words};

/// How many digits a rank has.
pub(crate) fn rank_width(words: Words<'_>) -> usize {
    digits::count(words.iter().count().saturating_sub(1) as u128)
}

pub(crate) fn encode(
    words: Words<'_>,
    format: Format,
    word: &str,
    out: &mut String,
) -> Result<(), KeyProblem> {
    if word.is_empty() {
        return Err(KeyProblem::Empty);
    }
    let Some(rank) = words.rank(word) else {
        return Err(KeyProblem::OutOfKind(format!("is `{word}`, not one of {}", Kind::Enum(words))));
    };
    if format.style == Style::Rank {
        digits::push(rank as u128, rank_width(words), format.order == Order::Desc, out);
        return Ok(());
    }
    let folded = text::fold(format.case, word);
    if format.case != Case::Keep
        && words.iter().any(|other| other != word && text::fold(format.case, other) == folded)
    {
        return Err(KeyProblem::OutOfKind(format!("is `{word}`, which another word becomes in this case")));
    }
    text::escape(&folded, out);
    Ok(())
}

pub(crate) fn decode<'a>(words: Words<'a>, format: Format, text: &str) -> Option<&'a str> {
    if format.style == Style::Rank {
        if text.len() != rank_width(words) {
            return None;
        }
        let rank = usize::try_from(digits::read(text, format.order == Order::Desc)?).ok()?;
        return words.iter().nth(rank);
    }
    let folded = text::unescape(text)?;
    let mut matches = words.iter().filter(|word| text::fold(format.case, word) == folded);
    let word = matches.next()?;
    matches.next().is_none().then_some(word)
}

/// Calls `found` with the length of every word that `text` begins with.
pub(crate) fn lengths(words: Words<'_>, format: Format, text: &str, mut found: impl FnMut(usize)) {
    let mut written = String::new();
    for word in words.iter() {
        written.clear();
        text::escape(&text::fold(format.case, word), &mut written);
        if text.starts_with(&written) {
            found(written.len());
        }
    }
}
