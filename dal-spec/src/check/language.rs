//! The texts that a template can give, as an automaton, and whether two of them share one.

use std::collections::{HashMap, VecDeque};

use dal_key::{Case, Cut, Format, Precision, Style};

use crate::kind::KindDef;
use crate::model::{Keys, Segment};

type Range = (char, char);

const DIGITS: &[Range] = &[('0', '9')];
const NUMBER: &[Range] = &[('-', '.'), ('0', '9')];
const HEX: &[Range] = &[('0', '9'), ('a', 'f')];
const BASE32: &[Range] = &[('0', '9'), ('A', 'H'), ('J', 'K'), ('M', 'N'), ('P', 'T'), ('V', 'Z')];
const ALNUM: &[Range] = &[('0', '9'), ('A', 'Z'), ('a', 'z')];
const ANY: &[Range] = &[('\0', char::MAX)];
/// Escaped text: what is above `#`; `$` begins an escape.
const TEXT: &[Range] = &[('$', char::MAX)];
const LOWER: &[Range] = &[('$', '@'), ('[', char::MAX)];
const UPPER: &[Range] = &[('$', '`'), ('{', char::MAX)];

/// An automaton over characters with one accepting state.
#[derive(Debug, Default)]
pub(crate) struct Language {
    edges: Vec<Vec<(Vec<Range>, usize)>>,
    end: usize,
    /// Literal text that every word begins with.
    literal: String,
}

impl Language {
    /// The texts of these segments, followed by `more`, and by anything if `open`.
    pub(crate) fn of(keys: &Keys<'_>, segments: &[Segment], more: &str, open: bool) -> Self {
        let mut language = Self { edges: vec![Vec::new()], end: 0, literal: String::new() };
        let mut leading = true;
        for (i, segment) in segments.iter().enumerate() {
            match segment {
                Segment::Literal { text, .. } => {
                    if leading {
                        language.literal.push_str(text);
                    }
                    language.text(text);
                }
                Segment::Part { field, format, .. } => {
                    leading = false;
                    let stop = match segments.get(i + 1) {
                        Some(Segment::Literal { text, .. }) => text.chars().next(),
                        _ => None,
                    };
                    language.part(keys.kind(*field), *format, stop);
                }
            }
        }
        if leading {
            language.literal.push_str(more);
        }
        language.text(more);
        if open {
            let end = language.end;
            language.edges[end].push((ANY.to_vec(), end));
        }
        language
    }

    fn class(&mut self, ranges: &[Range]) {
        let next = self.state();
        self.edges[self.end].push((ranges.to_vec(), next));
        self.end = next;
    }

    fn state(&mut self) -> usize {
        self.edges.push(Vec::new());
        self.edges.len() - 1
    }

    fn text(&mut self, text: &str) {
        for c in text.chars() {
            self.class(&[(c, c)]);
        }
    }

    fn times(&mut self, count: usize, ranges: &[Range]) {
        for _ in 0..count {
            self.class(ranges);
        }
    }

    /// One or more.
    fn some(&mut self, ranges: &[Range]) {
        self.class(ranges);
        let end = self.end;
        self.edges[end].push((ranges.to_vec(), end));
    }

    fn words<'w>(&mut self, words: impl Iterator<Item = &'w str>) {
        let start = self.end;
        let end = self.state();
        for word in words {
            let mut at = start;
            let chars: Vec<char> = word.chars().collect();
            for (i, &c) in chars.iter().enumerate() {
                let next = if i + 1 == chars.len() { end } else { self.state() };
                self.edges[at].push((vec![(c, c)], next));
                at = next;
            }
        }
        self.end = end;
    }

    /// `0000-00` and the like: `0` stands for a digit.
    fn shape(&mut self, shape: &str) {
        for c in shape.chars() {
            if c == '0' { self.class(DIGITS) } else { self.class(&[(c, c)]) }
        }
    }

    fn part(&mut self, kind: &KindDef, format: Format, stop: Option<char>) {
        match kind {
            KindDef::Text(Some(pattern)) => self.some(&alphabet(pattern)),
            KindDef::Text(None) if format.style == Style::Raw => match stop {
                // Raw text that holds what ends it is refused.
                Some(stop) => self.some(&except(stop)),
                None => self.some(ANY),
            },
            KindDef::Text(None) => self.some(match format.case {
                Case::Keep => TEXT,
                Case::Lower => LOWER,
                Case::Upper => UPPER,
            }),
            KindDef::Uuid => {
                for (i, count) in [8, 4, 4, 4, 12].into_iter().enumerate() {
                    if i > 0 {
                        self.text("-");
                    }
                    self.times(count, HEX);
                }
            }
            KindDef::Ulid => {
                self.class(&[('0', '7')]);
                self.times(25, BASE32);
            }
            KindDef::Int { min, max } => match format.style {
                Style::Padded(width) => self.times(usize::from(width), DIGITS),
                Style::Default if *min >= 0 => self.times(max.to_string().len(), DIGITS),
                _ => self.some(NUMBER),
            },
            KindDef::Decimal(_) => self.some(NUMBER),
            KindDef::F64 | KindDef::Bytes => self.some(ALNUM),
            KindDef::Time(precision) => match format.style {
                Style::Cut(Cut::Month) => self.shape("0000-00"),
                Style::Cut(Cut::Date) => self.shape("0000-00-00"),
                Style::Cut(Cut::Hour) => self.shape("0000-00-00T00"),
                _ => self.shape(match precision {
                    Precision::Seconds => "0000-00-00T00:00:00Z",
                    Precision::Millis => "0000-00-00T00:00:00.000Z",
                    Precision::Micros => "0000-00-00T00:00:00.000000Z",
                }),
            },
            KindDef::Date => self.shape("0000-00-00"),
            KindDef::Bool => self.words(["true", "false"].into_iter()),
            KindDef::Enum(words) if format.style == Style::Rank => {
                let count = words.split('|').count();
                self.times((count.max(1) - 1).to_string().len(), DIGITS);
            }
            KindDef::Enum(words) => self.words(words.split('|')),
        }
    }

    /// The shortest text that both languages have.
    pub(crate) fn common(&self, other: &Self) -> Option<String> {
        let differ = self.literal.chars().zip(other.literal.chars()).any(|(a, b)| a != b);
        if differ {
            return None;
        }
        let mut came: HashMap<(usize, usize), ((usize, usize), char)> = HashMap::new();
        let mut queue = VecDeque::from([(0, 0)]);
        let start = (0, 0);
        while let Some(at) = queue.pop_front() {
            if at == (self.end, other.end) {
                let mut text = Vec::new();
                let mut back = at;
                while back != start {
                    let Some(&(before, c)) = came.get(&back) else { break };
                    text.push(c);
                    back = before;
                }
                return Some(text.into_iter().rev().collect());
            }
            for (a, next_a) in self.edges.get(at.0).into_iter().flatten() {
                for (b, next_b) in other.edges.get(at.1).into_iter().flatten() {
                    let next = (*next_a, *next_b);
                    if next == start || came.contains_key(&next) {
                        continue;
                    }
                    if let Some(c) = pick(a, b) {
                        came.insert(next, (at, c));
                        queue.push_back(next);
                    }
                }
            }
        }
        None
    }
}

/// A character of both sets, one that reads well if possible.
fn pick(a: &[Range], b: &[Range]) -> Option<char> {
    let holds = |set: &[Range], c: char| set.iter().any(|&(low, high)| low <= c && c <= high);
    if let Some(c) = ['A', 'a', '0'].into_iter().find(|&c| holds(a, c) && holds(b, c)) {
        return Some(c);
    }
    a.iter()
        .flat_map(|&(l, h)| b.iter().map(move |&(m, k)| (l.max(m), h.min(k))))
        .find(|(l, h)| l <= h)
        .map(|(l, _)| l)
}

fn except(c: char) -> Vec<Range> {
    let mut ranges = Vec::new();
    if let Some(before) = char::from_u32((c as u32).wrapping_sub(1)) {
        ranges.push(('\0', before));
    }
    if let Some(after) = char::from_u32(c as u32 + 1) {
        ranges.push((after, char::MAX));
    }
    ranges
}

/// The characters that a pattern names, whatever their order: `[0-9-]+` has digits and `-`.
fn alphabet(pattern: &str) -> Vec<Range> {
    let chars: Vec<char> = pattern.chars().collect();
    let mut ranges = Vec::new();
    let mut class = false;
    let mut braces = false;
    let mut i = 0;
    while let Some(&c) = chars.get(i) {
        match c {
            '\\' => {
                match chars.get(i + 1) {
                    Some('d') => ranges.extend_from_slice(DIGITS),
                    Some('w') => ranges.extend_from_slice(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]),
                    Some(&literal) if !literal.is_alphanumeric() => ranges.push((literal, literal)),
                    _ => return TEXT.to_vec(),
                }
                i += 1;
            }
            '.' if !class => return TEXT.to_vec(),
            '^' if class && chars.get(i.wrapping_sub(1)) == Some(&'[') => return TEXT.to_vec(),
            '[' if !class => class = true,
            ']' if class => class = false,
            '{' if !class => braces = true,
            '}' if braces => braces = false,
            _ if braces => {}
            '+' | '*' | '?' | '(' | ')' | '|' | '^' | '$' if !class => {}
            _ => match (chars.get(i + 1), chars.get(i + 2)) {
                (Some('-'), Some(&high)) if class && high != ']' && high >= c => {
                    ranges.push((c, high));
                    i += 2;
                }
                _ => ranges.push((c, c)),
            },
        }
        i += 1;
    }
    if ranges.is_empty() { TEXT.to_vec() } else { ranges }
}
