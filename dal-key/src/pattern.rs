//! Patterns of text kinds (`{ text: '[0-9-]+' }`): a small regular language, matched from the first character to the last.
//!
//! | written | matches |
//! |---|---|
//! | `a`, `é`, `-` | that character |
//! | `.` | any character |
//! | `[a-z0-9_-]` | one of these characters; `-` stands for itself at either end |
//! | `[^a-z]` | any other character |
//! | `\.` | that character, of ``. [ ] ( ) { } * + ? | ^ $ \ - `` |
//! | `*` `+` `?` | the one before any number of times, at least once, at most once |
//! | `{3}` `{2,}` `{2,5}` | the one before so many times |
//!
//! Groups, alternatives, anchors and named classes are not part of it: an enum says alternatives, and a pattern
//! is always held against the whole text.

use std::iter::Peekable;
use std::str::Chars;

/// The most repetitions that a pattern counts, over all its counts: more than a key has characters.
pub const MAX_REPETITIONS: u32 = 4096;

/// Whether `pattern` is one.
///
/// # Errors
///
/// What is wrong with it, as a sentence.
///
/// ```
/// assert!(dal_key::pattern::check("[0-9]{4}-[a-z]+").is_ok());
/// assert!(dal_key::pattern::check("(a|b)").is_err());
/// ```
pub fn check(pattern: &str) -> Result<(), String> {
    Pattern::parse(pattern).map(|_| ())
}

/// Whether `text` matches `pattern` from its first character to its last.
///
/// # Errors
///
/// As [`check`].
///
/// ```
/// assert_eq!(dal_key::pattern::matches("[0-9]{4}-[a-z]+", "2026-nov"), Ok(true));
/// assert_eq!(dal_key::pattern::matches("[0-9]{4}-[a-z]+", "2026-nov!"), Ok(false));
/// ```
pub fn matches(pattern: &str, text: &str) -> Result<bool, String> {
    Pattern::parse(pattern).map(|pattern| pattern.matches(text))
}

/// The text that everything begins with that matches `pattern`: as long as it can be told from the pattern's beginning.
///
/// ```
/// assert_eq!(dal_key::pattern::beginning("https?:.+"), "http");
/// assert_eq!(dal_key::pattern::beginning("[a-z]+"), "");
/// ```
pub fn beginning(pattern: &str) -> String {
    let mut text = String::new();
    for Item { class, min, max } in Pattern::parse(pattern).map(|pattern| pattern.items).unwrap_or_default() {
        let [(from, to)] = class.as_slice() else { break };
        if from != to {
            break;
        }
        text.extend((0..min).map(|_| *from));
        if max != Some(min) {
            break;
        }
    }
    text
}

/// Whether all texts that match `pattern` have as many characters.
///
/// ```
/// assert!(dal_key::pattern::is_fixed("[0-9A-Z]{26}"));
/// assert!(!dal_key::pattern::is_fixed("[0-9]+"));
/// ```
pub fn is_fixed(pattern: &str) -> bool {
    Pattern::parse(pattern).is_ok_and(|pattern| pattern.items.iter().all(|item| item.max == Some(item.min)))
}

/// Whether a text that matches `pattern` can hold a character that keys escape, one up to `$`.
///
/// ```
/// assert!(!dal_key::pattern::needs_escapes("[A-Z0-9-]+"));
/// assert!(dal_key::pattern::needs_escapes("[A-Za-z ]+"));
/// ```
pub fn needs_escapes(pattern: &str) -> bool {
    let items = Pattern::parse(pattern).map(|pattern| pattern.items).unwrap_or_default();
    items.iter().any(|item| item.max != Some(0) && item.class.iter().any(|(from, _)| *from <= '$'))
}

/// Ranges of characters, both ends included, in order and apart.
pub(crate) type Class = Vec<(char, char)>;

/// A character class, and how many of its characters follow one another.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) class: Class,
    pub(crate) min: u32,
    pub(crate) max: Option<u32>,
}

/// A pattern that was read.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) items: Vec<Item>,
}

const SPECIAL: &str = ".[](){}*+?|^$\\-";

impl Pattern {
    pub(crate) fn parse(pattern: &str) -> Result<Self, String> {
        let mut items = Vec::new();
        let mut repetitions = 0u32;
        let mut rest = pattern.chars().peekable();
        while let Some(character) = rest.next() {
            let class = match character {
                '.' => vec![('\0', char::MAX)],
                '[' => class(&mut rest)?,
                '\\' => single(escaped(&mut rest)?),
                '(' | ')' | '|' => {
                    return Err(format!(
                        "`{character}` is not part of a pattern: there are no groups or alternatives (write `\\{character}` for the character)"
                    ));
                }
                '^' | '$' => {
                    return Err(format!(
                        "`{character}` is not needed: a pattern covers the whole text (write `\\{character}` for the character)"
                    ));
                }
                '*' | '+' | '?' | '{' => return Err(format!("`{character}` repeats nothing")),
                ']' | '}' => {
                    return Err(format!(
                        "`{character}` closes nothing (write `\\{character}` for the character)"
                    ));
                }
                other => single(other),
            };
            let (min, max) = count(&mut rest)?;
            repetitions = repetitions.saturating_add(max.unwrap_or(min).max(1));
            if repetitions > MAX_REPETITIONS {
                return Err(format!("the pattern counts more than {MAX_REPETITIONS} characters"));
            }
            items.push(Item { class, min, max });
        }
        if items.is_empty() { Err("the pattern is empty".to_owned()) } else { Ok(Self { items }) }
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        let mut run = self.run();
        text.chars().all(|character| run.step(character)) && run.accepts()
    }

    /// Begins to match, one character at a time.
    pub(crate) fn run(&self) -> Run<'_> {
        let mut units = Vec::new();
        for Item { class, min, max } in &self.items {
            units.extend((0..*min).map(|_| (class.as_slice(), Times::Once)));
            match max {
                None => units.push((class.as_slice(), Times::Any)),
                Some(max) => units.extend((*min..*max).map(|_| (class.as_slice(), Times::Optional))),
            }
        }
        let mut active = vec![false; units.len() + 1];
        active[0] = true;
        let mut run = Run { units, active };
        run.skip();
        run
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Times {
    Once,
    Optional,
    Any,
}

/// A match under way: which units can be next, so that time is text times pattern, whatever the two are.
pub(crate) struct Run<'p> {
    units: Vec<(&'p [(char, char)], Times)>,
    /// Whether unit `i` can be next; the last place stands for the end.
    active: Vec<bool>,
}

impl Run<'_> {
    /// Takes one character; whether any match is left.
    pub(crate) fn step(&mut self, character: char) -> bool {
        // From the end, so that each place reads its neighbour before the neighbour is changed.
        for place in (0..self.active.len()).rev() {
            let arrives = place > 0
                && self.active[place - 1]
                && self.units[place - 1].1 != Times::Any
                && holds(self.units[place - 1].0, character);
            let stays = self.active[place]
                && self
                    .units
                    .get(place)
                    .is_some_and(|(class, times)| *times == Times::Any && holds(class, character));
            self.active[place] = arrives || stays;
        }
        self.skip();
        self.active.contains(&true)
    }

    /// Whether what was taken so far is a match.
    pub(crate) fn accepts(&self) -> bool {
        self.active.last().is_some_and(|end| *end)
    }

    fn skip(&mut self) {
        for place in 0..self.units.len() {
            if self.active[place] && self.units[place].1 != Times::Once {
                self.active[place + 1] = true;
            }
        }
    }
}

/// Whether a class holds a character.
pub(crate) fn holds(class: &[(char, char)], character: char) -> bool {
    class.iter().any(|(from, to)| (*from..=*to).contains(&character))
}

fn single(character: char) -> Class {
    vec![(character, character)]
}

fn escaped(rest: &mut Peekable<Chars<'_>>) -> Result<char, String> {
    match rest.next() {
        Some(character) if SPECIAL.contains(character) => Ok(character),
        Some(character) => {
            Err(format!("`\\{character}` is not part of a pattern: write a class such as `[0-9]`"))
        }
        None => Err("`\\` ends the pattern".to_owned()),
    }
}

/// Reads a class after its `[`.
fn class(rest: &mut Peekable<Chars<'_>>) -> Result<Class, String> {
    let open = || "`[` is not closed".to_owned();
    let negated = rest.next_if_eq(&'^').is_some();
    let mut ranges = Vec::new();
    loop {
        let from = match rest.next().ok_or_else(open)? {
            ']' => break,
            '[' => return Err("`[` in a class is written `\\[`".to_owned()),
            '\\' => escaped(rest)?,
            character => character,
        };
        let mut ahead = rest.clone();
        let is_range = ahead.next() == Some('-') && ahead.peek().is_some_and(|after| *after != ']');
        if !is_range {
            ranges.push((from, from));
            continue;
        }
        rest.next();
        let to = match rest.next().ok_or_else(open)? {
            '\\' => escaped(rest)?,
            character => character,
        };
        if from > to {
            return Err(format!("the range `{from}-{to}` is the wrong way round"));
        }
        ranges.push((from, to));
    }
    if ranges.is_empty() {
        return Err("a class holds no characters".to_owned());
    }
    let class = normalized(ranges);
    let class = if negated { complement(&class) } else { class };
    if class.is_empty() { Err("a class holds no characters".to_owned()) } else { Ok(class) }
}

/// Reads the count after an item, if there is one.
fn count(rest: &mut Peekable<Chars<'_>>) -> Result<(u32, Option<u32>), String> {
    match rest.peek() {
        Some('*') => rest.next().map_or(Ok((0, None)), |_| Ok((0, None))),
        Some('+') => rest.next().map_or(Ok((1, None)), |_| Ok((1, None))),
        Some('?') => rest.next().map_or(Ok((0, Some(1))), |_| Ok((0, Some(1)))),
        Some('{') => {
            rest.next();
            let inner: String = rest.by_ref().take_while(|character| *character != '}').collect();
            let wrong = || format!("`{{{inner}}}` is not a count: write {{3}}, {{2,}} or {{2,5}}");
            let number = |text: &str| {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                text.parse().ok().filter(|_| digits).ok_or_else(wrong)
            };
            let (min, max) = match inner.split_once(',') {
                None => (number(&inner)?, Some(number(&inner)?)),
                Some((min, "")) => (number(min)?, None),
                Some((min, max)) => (number(min)?, Some(number(max)?)),
            };
            if max.is_some_and(|max| max < min || max == 0) { Err(wrong()) } else { Ok((min, max)) }
        }
        _ => Ok((1, Some(1))),
    }
}

/// In order, and with no two that touch.
pub(crate) fn normalized(mut ranges: Class) -> Class {
    ranges.sort_unstable();
    let mut apart: Class = Vec::with_capacity(ranges.len());
    for (from, to) in ranges {
        match apart.last_mut() {
            Some((_, end)) if successor(*end).is_none_or(|next| from <= next) => *end = (*end).max(to),
            _ => apart.push((from, to)),
        }
    }
    apart
}

/// Every other character.
pub(crate) fn complement(class: &[(char, char)]) -> Class {
    let mut others = Vec::new();
    let mut from = Some('\0');
    for (first, last) in class {
        if let (Some(from), Some(to)) = (from, predecessor(*first))
            && from <= to
        {
            others.push((from, to));
        }
        from = successor(*last);
    }
    others.extend(from.map(|from| (from, char::MAX)));
    others
}

/// The next character: after U+D7FF comes U+E000.
pub fn successor(character: char) -> Option<char> {
    (character..=char::MAX).nth(1)
}

/// The character before: before U+E000 comes U+D7FF.
pub fn predecessor(character: char) -> Option<char> {
    ('\0'..character).next_back()
}

#[cfg(test)]
mod tests {
    use super::{check, matches, predecessor, successor};

    #[test]
    fn patterns_cover_the_whole_text() {
        let cases: [(&str, &[&str], &[&str]); 12] = [
            ("abc", &["abc"], &["ab", "abcd", "xabc", ""]),
            ("a.c", &["abc", "a.c", "a\u{10ffff}c"], &["ac", "abbc"]),
            ("[0-9-]+", &["0", "-", "1-2"], &["", "1a", "a"]),
            ("[-a]", &["-", "a"], &["b"]),
            ("[^a-c]", &["d", "\0", "\u{10ffff}", "é"], &["a", "b", "c", ""]),
            ("a*b", &["b", "ab", "aaab"], &["", "a", "aba"]),
            ("a?a?b", &["b", "ab", "aab"], &["aaab"]),
            ("a{2}", &["aa"], &["a", "aaa"]),
            ("a{2,}b", &["aab", "aaaab"], &["ab"]),
            ("[a-z]{1,3}[a-z]", &["ab", "abcd"], &["a", "abcde"]),
            (r"\.\[\]\-\\\$", &[r".[]-\$"], &["x"]),
            ("[é-ü]+", &["éü"], &["a"]),
        ];
        for (pattern, good, bad) in cases {
            for text in good {
                assert_eq!(matches(pattern, text), Ok(true), "{pattern} and {text:?}");
            }
            for text in bad {
                assert_eq!(matches(pattern, text), Ok(false), "{pattern} and {text:?}");
            }
        }
    }

    #[test]
    fn what_is_no_pattern_is_said() {
        for pattern in [
            "",
            "(a)",
            "a|b",
            "^a",
            "a$",
            "*",
            "+a",
            "{2}",
            "[",
            "[]",
            "[a",
            "[z-a]",
            "a{",
            "a{}",
            "a{x}",
            "a{3,2}",
            "a{0}",
            "a{+1}",
            "a]",
            r"\d",
            r"\",
            "a{5000}",
            "[[a]",
            "a**",
            "[^\0-\u{10ffff}]",
        ] {
            assert!(check(pattern).is_err(), "{pattern}");
        }
    }

    #[test]
    fn a_pattern_that_would_explode_a_backtracker_is_quick() {
        let pattern = "a*".repeat(50) + "b";
        assert_eq!(matches(&pattern, &"a".repeat(1000)), Ok(false));
    }

    #[test]
    fn neighbours_skip_surrogates() {
        assert_eq!(successor('\u{d7ff}'), Some('\u{e000}'));
        assert_eq!(predecessor('\u{e000}'), Some('\u{d7ff}'));
        assert_eq!((successor(char::MAX), predecessor('\0')), (None, None));
    }
}
