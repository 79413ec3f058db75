//! Ranges: one `BETWEEN` that holds exactly the keys whose part lies between two values.
//!
//! Both ends begin with the text before the part, and so does every text between them: a range never leaves its
//! prefix. An end stands before or after *all* keys of one value, and nothing the entity writes lies between:
//!
//! - before them is the value's text: their keys begin with it, and those of smaller values sort before it;
//! - after them is the value's text and a text above what follows it (`#` becomes `$`, which no escaped text is);
//! - where a range excludes its upper value and the part is last, the value's text is that of a key, and the end is
//!   the largest text below it.
//!
//! Kinds other than text and bytes are *prefix codes*: no value's text begins another's. Two texts then differ at some
//! character of both, and changing the last character of one by one step passes no other value.

use crate::codec::{self, Edge, Next};
use crate::condition::beginning;
use crate::error::{KeyError, KeyProblem};
use crate::format::{Format, Order, Style};
use crate::kind::Kind;
use crate::pattern::{predecessor, successor};
use crate::template::{Bound, PartSource, Segment, SortCondition, Template};
use crate::{MAX_SORT_KEY_BYTES, codec::text};

/// Where a range ends among the texts of the part.
enum End {
    /// Nowhere: to the end of the kind.
    Open,
    /// At the text of a value.
    At {
        /// The text.
        text: String,
        /// Whether the value is inside.
        included: bool,
    },
    /// Before the whole kind: nothing is inside.
    Nothing,
}

/// The part that a range is over.
struct Ranged<'t> {
    kind: Kind<'t>,
    format: Format,
    next: Next<'t>,
}

impl Template<'_> {
    /// The condition for all keys whose first `bound` segments have the values of `source`, and whose
    /// next part lies between `low` and `high`: by value, whatever its order in the key.
    ///
    /// Keys hold values at their kind's precision, and the range is over those: a bound that is finer lies between two
    /// of them. A part that is cut (`:date`) holds whole periods, and a bound within a period includes it. A bound
    /// outside the kind is as good as none, or leaves nothing. Text is compared as it is folded.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write), and when keys do not sort by the part's value: a plain number, raw text that something
    /// follows, an enum's word, or text whose end its template does not mark with a character below `$`.
    pub fn range(
        self,
        bound: usize,
        source: &dyn PartSource,
        low: Bound<'_>,
        high: Bound<'_>,
    ) -> Result<SortCondition, KeyError> {
        let (index, number, prefix) = self.open_part(bound, source)?;
        let blame = |problem| KeyError { part: Some(number), problem };
        let Some(&Segment::Part { kind, format, .. }) = self.segments().get(index) else {
            return Ok(SortCondition::Nothing);
        };
        let part = Ranged { kind, format, next: Next::after(self.segments(), index) };
        part.check_order().map_err(blame)?;
        let mut first = part.low(&low).map_err(blame)?;
        let mut last = part.high(&high).map_err(blame)?;
        if format.order == Order::Desc {
            std::mem::swap(&mut first, &mut last);
        }
        let (from, to) = match (first, last) {
            (End::Nothing, _) | (_, End::Nothing) => return Ok(SortCondition::Nothing),
            (End::Open, End::Open) => return Ok(beginning(prefix)),
            (first, last) => (
                part.first_text(&prefix, first).map_err(blame)?,
                part.last_text(&prefix, last).map_err(blame)?,
            ),
        };
        Ok(match (from.and_then(|from| ceiling(from, MAX_SORT_KEY_BYTES)), to) {
            (Some(from), Some(to)) => {
                let to = floor(to, MAX_SORT_KEY_BYTES);
                if from <= to { SortCondition::Between(from, to) } else { SortCondition::Nothing }
            }
            _ => SortCondition::Nothing,
        })
    }
}

impl Ranged<'_> {
    fn check_order(&self) -> Result<(), KeyProblem> {
        let Self { kind, format, next } = *self;
        kind.accepts(format).map_err(KeyProblem::OutOfKind)?;
        let ordered = if next == Next::End { kind.is_ordered_last(format) } else { kind.is_ordered(format) };
        if !ordered {
            return Err(KeyProblem::OutOfKind(format!(
                "has no range: keys do not sort by the value of `{kind}` in this format"
            )));
        }
        // What ends a text must sort before all that continues it.
        let continues = match kind {
            Kind::Text(_) => text::ESCAPE,
            Kind::Bytes => '0',
            _ => return Ok(()),
        };
        match next {
            Next::End => Ok(()),
            Next::Literal(literal) if literal.chars().next().is_some_and(|first| first < continues) => Ok(()),
            _ => Err(KeyProblem::OutOfKind(format!(
                "has no range: what follows it does not sort before {continues:?}, so that keys do not sort by its value"
            ))),
        }
    }

    fn is_raw(&self) -> bool {
        self.format.style == Style::Raw
    }

    fn low(&self, bound: &Bound<'_>) -> Result<End, KeyProblem> {
        let (part, included) = match bound {
            Bound::Unbounded => return Ok(End::Open),
            Bound::Included(part) => (part, true),
            Bound::Excluded(part) => (part, false),
        };
        Ok(match codec::edge(self.kind, self.format, part)? {
            Edge::Below => End::Open,
            Edge::Above => End::Nothing,
            Edge::At(text) => End::At { text, included },
            Edge::Within(text) => End::At { text, included: false },
            Edge::WithinPeriod(text) => End::At { text, included: true },
        })
    }

    fn high(&self, bound: &Bound<'_>) -> Result<End, KeyProblem> {
        let (part, included) = match bound {
            Bound::Unbounded => return Ok(End::Open),
            Bound::Included(part) => (part, true),
            Bound::Excluded(part) => (part, false),
        };
        Ok(match codec::edge(self.kind, self.format, part)? {
            Edge::Below => End::Nothing,
            Edge::Above => End::Open,
            Edge::At(text) => End::At { text, included },
            Edge::Within(text) | Edge::WithinPeriod(text) => End::At { text, included: true },
        })
    }

    /// A text that is not above any key inside, and above every key that sorts before them; `None` if there can be none.
    fn first_text(&self, prefix: &str, end: End) -> Result<Option<String>, KeyProblem> {
        Ok(match end {
            End::Nothing => None,
            End::Open => Some(prefix.to_owned() + &codec::smallest(self.kind, self.format)?),
            // Nothing is escaped, so anything can continue a text.
            End::At { text, included: false } if self.is_raw() => Some(format!("{prefix}{text}\0")),
            End::At { text, included: true } => Some(prefix.to_owned() + &text),
            End::At { text, included: false } => match self.next {
                // Below `$`, hexadecimal digits and all else that continues a text.
                Next::End => Some(format!("{prefix}{text}!")),
                _ => self.after(&text).map(|text| prefix.to_owned() + &text),
            },
        })
    }

    /// A text that is not below any key inside, and below every key that sorts after them; `None` if there can be none.
    fn last_text(&self, prefix: &str, end: End) -> Result<Option<String>, KeyProblem> {
        let text = match end {
            End::Nothing => None,
            End::Open => match self.kind {
                // No text is above all texts: the largest that a key can hold.
                Kind::Text(_) => return Ok(Some(filled(prefix.to_owned(), MAX_SORT_KEY_BYTES))),
                Kind::Bytes => Some(codec::bytes::ABOVE.to_string()),
                _ => self.last_of(&codec::largest(self.kind, self.format)?),
            },
            End::At { text, included: true } => self.last_of(&text),
            // All keys of the value go on after its text.
            End::At { text, included: false } if self.next != Next::End => Some(text),
            End::At { text, included: false } => return Ok(self.below(prefix, &text)),
        };
        Ok(text.map(|text| prefix.to_owned() + &text))
    }

    /// A text not below the keys of the value with this text, and below those of larger values.
    fn last_of(&self, text: &str) -> Option<String> {
        if self.next == Next::End { Some(text.to_owned()) } else { self.after(text) }
    }

    /// A text above all keys of the value with this text, and below those of larger values, where something follows.
    fn after(&self, text: &str) -> Option<String> {
        match self.next {
            Next::Literal(literal) => {
                raised(literal).map(|literal| text.to_owned() + &literal).or_else(|| raised(text))
            }
            _ => raised(text),
        }
    }

    /// The largest text below the key of the value with this text, where nothing follows: as large as a key can hold.
    fn below(&self, prefix: &str, value: &str) -> Option<String> {
        match self.kind {
            Kind::Text(_) => {
                let (kept, last) = if self.is_raw() {
                    let last = value.chars().next_back()?;
                    (&value[..value.len() - last.len_utf8()], last)
                } else {
                    text::split_last(value)?
                };
                let mut below = prefix.to_owned() + kept;
                // A value that ends with U+0000 has the value without it just below.
                let Some(before) = predecessor(last) else { return Some(below) };
                text::push(self.format, before.encode_utf8(&mut [0; 4]), &mut below);
                Some(filled(below, MAX_SORT_KEY_BYTES))
            }
            Kind::Bytes => lowered(value).map(|text| format!("{prefix}{text}{}", codec::bytes::ABOVE)),
            _ => lowered(value).map(|text| prefix.to_owned() + &text),
        }
    }
}

/// The smallest text above all that begin with `text`: its last character, where it has one above it, raised.
fn raised(text: &str) -> Option<String> {
    let mut kept = text.to_owned();
    while let Some(last) = kept.pop() {
        if let Some(next) = successor(last) {
            kept.push(next);
            return Some(kept);
        }
    }
    None
}

/// The text with its last character lowered; without it, if none is below.
fn lowered(text: &str) -> Option<String> {
    let mut kept = text.to_owned();
    let last = kept.pop()?;
    kept.extend(predecessor(last));
    Some(kept)
}

/// The largest text that begins with this one and is as long as a sort key can be: no sort key that begins so is above it.
#[must_use]
pub fn last_with_beginning(beginning: String) -> String {
    filled(beginning, MAX_SORT_KEY_BYTES)
}

/// The largest text of at most `limit` bytes that begins with `text`.
pub(crate) fn filled(mut text: String, limit: usize) -> String {
    // The largest characters of 1, 2, 3 and 4 bytes; a character of more bytes is larger.
    const LARGEST: [char; 4] = ['\u{7f}', '\u{7ff}', '\u{ffff}', char::MAX];
    while let Some(room) = limit.checked_sub(text.len()).filter(|room| *room > 0) {
        text.push(LARGEST[room.min(LARGEST.len()) - 1]);
    }
    text
}

/// The largest text of at most `limit` bytes that is not above `text`: no key lies between the two.
fn floor(text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    // The character that is cut has more bytes than are left, so all that fit there are smaller.
    filled(text[..text.floor_char_boundary(limit)].to_owned(), limit)
}

/// The smallest text of at most `limit` bytes that is not below `text`, if there is one: no key lies between the two.
pub(crate) fn ceiling(text: String, limit: usize) -> Option<String> {
    if text.len() <= limit {
        return Some(text);
    }
    let mut kept = text[..text.floor_char_boundary(limit)].to_owned();
    while let Some(last) = kept.pop() {
        if let Some(next) = successor(last).filter(|next| kept.len() + next.len_utf8() <= limit) {
            kept.push(next);
            return Some(kept);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{ceiling, filled, floor, lowered, raised};

    /// All texts of at most `limit` bytes over characters of each length and their neighbours.
    fn texts(limit: usize) -> Vec<String> {
        let alphabet = ['\0', '\u{7f}', '\u{80}', '\u{7ff}', '\u{800}', '\u{ffff}', '\u{10000}', char::MAX];
        let mut all = vec![String::new()];
        let mut next = 0;
        while next < all.len() {
            for character in alphabet {
                let longer = all[next].clone() + character.encode_utf8(&mut [0; 4]);
                if longer.len() <= limit {
                    all.push(longer);
                }
            }
            next += 1;
        }
        all
    }

    #[test]
    fn fitting_an_end_to_the_limit_selects_the_same_texts() {
        let limit = 4;
        let fitting = texts(limit);
        for end in texts(6) {
            let low = floor(end.clone(), limit);
            let high = ceiling(end.clone(), limit);
            assert!(low.len() <= limit && high.as_ref().is_none_or(|high| high.len() <= limit));
            for text in &fitting {
                assert_eq!(*text <= end, *text <= low, "{text:?} against {end:?} and {low:?}");
                let inside = high.as_ref().is_some_and(|high| text >= high);
                assert_eq!(*text >= end, inside, "{text:?} against {end:?} and {high:?}");
            }
        }
    }

    #[test]
    fn a_filled_text_is_above_all_that_begin_with_it() {
        for limit in 0..7 {
            let full = filled("ab".to_owned(), limit);
            assert!(full.len() == limit.max(2) && full.starts_with("ab"));
            for text in texts(limit.saturating_sub(2)) {
                assert!(limit < 2 || "ab".to_owned() + &text <= full);
            }
        }
    }

    #[test]
    fn raising_skips_surrogates_and_drops_the_last_character_of_all() {
        assert_eq!(raised("#ID#").as_deref(), Some("#ID$"));
        assert_eq!(raised("a\u{d7ff}").as_deref(), Some("a\u{e000}"));
        assert_eq!(raised("a\u{10ffff}").as_deref(), Some("b"));
        assert_eq!(raised("\u{10ffff}"), None);
        assert_eq!(lowered("a0").as_deref(), Some("a/"));
        assert_eq!(lowered("a\0").as_deref(), Some("a"));
    }
}
