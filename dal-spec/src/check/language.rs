//! The texts that a template can give, as an automaton, and whether two of them share one.
//!
//! What a part is written with is the key codec's own [`Regex`], so a proof here is about the keys that are sent.

use std::collections::{HashMap, VecDeque};

use dal_key::language::Regex;

use crate::model::{Keys, Segment};

type Range = (char, char);
/// How each pair of states was reached: from which pair, and over which character.
type Came = HashMap<(usize, usize), ((usize, usize), Option<char>)>;

/// Repetitions beyond this are taken as any number: longer than a key's neighbours need to be told apart.
const MAX_COUNTED: u32 = 128;

/// An automaton over characters with one accepting state.
#[derive(Debug, Default)]
pub(crate) struct Language {
    /// For each state its steps: over a character of some ranges, or over nothing.
    steps: Vec<Vec<(Option<Vec<Range>>, usize)>>,
    end: usize,
    /// Literal text that every word begins with, to tell most pairs apart at once.
    literal: String,
}

impl Language {
    /// The texts of the first `bound` segments of a template, followed by `more`, and by anything if `open`;
    /// `None` if the codec does not know a part (which was reported).
    pub(crate) fn of(
        keys: &Keys<'_>,
        segments: &[Segment],
        bound: usize,
        more: &str,
        open: bool,
    ) -> Option<Self> {
        let parts: Vec<dal_key::Segment<'_>> = segments
            .iter()
            .map(|segment| match segment {
                Segment::Literal { text, .. } => dal_key::lit(text),
                Segment::Part { field, format, .. } => {
                    dal_key::Segment::Part { number: 0, kind: keys.kind(*field).as_kind(), format: *format }
                }
            })
            .collect();
        let template = dal_key::Template::new(&parts);
        let mut language = Self { steps: vec![Vec::new()], end: 0, literal: String::new() };
        let mut leading = true;
        for (number, segment) in segments.iter().enumerate().take(bound) {
            match segment {
                Segment::Literal { text, .. } if leading => language.literal.push_str(text),
                Segment::Literal { .. } => {}
                Segment::Part { .. } => leading = false,
            }
            language.add(&template.segment_language(number).ok()?);
        }
        if leading {
            language.literal.push_str(more);
        }
        language.add(&Regex::literal(more));
        if open {
            let end = language.end;
            language.steps[end].push((Some(vec![('\0', char::MAX)]), end));
        }
        Some(language)
    }

    fn state(&mut self) -> usize {
        self.steps.push(Vec::new());
        self.steps.len() - 1
    }

    /// A new state after the last, over these characters or over nothing.
    fn step(&mut self, over: Option<Vec<Range>>) {
        let next = self.state();
        self.steps[self.end].push((over, next));
        self.end = next;
    }

    fn add(&mut self, regex: &Regex) {
        match regex {
            Regex::Empty => {}
            Regex::Class(ranges) => self.step(Some(ranges.clone())),
            Regex::Concat(all) => all.iter().for_each(|one| self.add(one)),
            Regex::Alt(all) => {
                let (start, end) = (self.end, self.state());
                for one in all {
                    self.end = start;
                    self.step(None);
                    self.add(one);
                    let last = self.end;
                    self.steps[last].push((None, end));
                }
                self.end = end;
            }
            Regex::Repeat { of, min, max } => self.repeat(of, *min, *max),
        }
    }

    fn repeat(&mut self, of: &Regex, min: u32, max: Option<u32>) {
        for _ in 0..min.min(MAX_COUNTED) {
            self.add(of);
        }
        let optional =
            max.filter(|max| *max <= MAX_COUNTED && min <= MAX_COUNTED).map(|max| max.saturating_sub(min));
        match optional {
            Some(times) => {
                let mut skips = vec![self.end];
                for _ in 0..times {
                    self.add(of);
                    skips.push(self.end);
                }
                self.step(None);
                let end = self.end;
                for skip in skips {
                    self.steps[skip].push((None, end));
                }
            }
            None => {
                self.step(None);
                let again = self.end;
                self.add(of);
                let last = self.end;
                self.steps[last].push((None, again));
                self.end = again;
                self.step(None);
            }
        }
    }

    /// A short text that both languages have.
    pub(crate) fn common(&self, other: &Self) -> Option<String> {
        if self.literal.chars().zip(other.literal.chars()).any(|(a, b)| a != b) {
            return None;
        }
        let start = (0, 0);
        let mut came: Came = HashMap::from([(start, (start, None))]);
        // Steps over nothing are taken first, so that the text found is short.
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if at == (self.end, other.end) {
                return Some(spell(&came, at));
            }
            for (over, next) in self.steps.get(at.0).into_iter().flatten() {
                let Some(a) = over else {
                    let next = (*next, at.1);
                    came.entry(next).or_insert_with(|| {
                        queue.push_front(next);
                        (at, None)
                    });
                    continue;
                };
                for (over, after) in other.steps.get(at.1).into_iter().flatten() {
                    let next = (*next, *after);
                    if let Some(b) = over
                        && !came.contains_key(&next)
                        && let Some(c) = pick(a, b)
                    {
                        came.insert(next, (at, Some(c)));
                        queue.push_back(next);
                    }
                }
            }
            for (over, next) in other.steps.get(at.1).into_iter().flatten() {
                if over.is_none() {
                    let next = (at.0, *next);
                    came.entry(next).or_insert_with(|| {
                        queue.push_front(next);
                        (at, None)
                    });
                }
            }
        }
        None
    }
}

/// The text on the way to a pair of states.
fn spell(came: &Came, to: (usize, usize)) -> String {
    let mut text = Vec::new();
    let mut at = to;
    while let Some(&(before, c)) = came.get(&at) {
        text.extend(c);
        if before == at {
            break;
        }
        at = before;
    }
    text.into_iter().rev().collect()
}

/// A character of both sets, one that reads well if possible.
fn pick(a: &[Range], b: &[Range]) -> Option<char> {
    let holds = |set: &[Range], c: char| set.iter().any(|&(low, high)| low <= c && c <= high);
    if let Some(c) = ['A', 'a', '0'].into_iter().find(|&c| holds(a, c) && holds(b, c)) {
        return Some(c);
    }
    a.iter()
        .flat_map(|&(low, high)| b.iter().map(move |&(from, to)| (low.max(from), high.min(to))))
        .find(|(low, high)| low <= high)
        .map(|(low, _)| low)
}
