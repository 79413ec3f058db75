//! The shortest words of two automata at once, by a breadth-first search over their product.
//!
//! Work is bounded. What cannot be decided within the bounds is said to be so, and is never "no".

use std::collections::{HashMap, HashSet};

use super::automaton::{Automaton, Edge};

/// The most places of a product that are looked at.
const MAX_PLACES: usize = 60_000;

/// The most places of [`outside`], which are larger.
const MAX_SETS: usize = 5_000;

/// One character of a common word, and the segments that write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) character: char,
    pub(super) left: u16,
    pub(super) right: u16,
}

/// The text of a word.
pub(super) fn text(word: &[Step]) -> String {
    word.iter().map(|step| step.character).collect()
}

/// The common words of two automata.
#[derive(Debug)]
pub(super) enum Common {
    /// There are none.
    Nothing,
    /// Some of the shortest, at least one.
    Words(Vec<Vec<Step>>),
    /// Too much to decide.
    TooMuch,
}

/// Which words are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// How often one place of the product is passed: once finds the shortest word.
    pub(super) visits: u8,
    /// How many words.
    pub(super) words: usize,
    /// Which characters are preferred.
    pub(super) taste: usize,
}

impl Effort {
    /// The shortest word.
    pub(super) const SHORTEST: Self = Self { visits: 1, words: 1, taste: 0 };

    /// Efforts one after the other, while words turn out to be no keys.
    pub(super) const MORE: [Self; 4] = [
        Self { visits: 2, words: 6, taste: 0 },
        Self { visits: 3, words: 8, taste: 1 },
        Self { visits: 3, words: 8, taste: 2 },
        Self { visits: 6, words: 24, taste: 3 },
    ];
}

/// A character of the range, by taste: one that reads well, if there is one.
pub(super) fn pick(from: char, to: char, taste: usize) -> char {
    const TASTES: [&[char]; 4] = [&['a', '1', 'A'], &['b', '2', 'B'], &['0', 'z', 'Z'], &['9', 'f', 'X']];
    let wanted = TASTES[taste % TASTES.len()];
    wanted.iter().copied().find(|wanted| (from..=to).contains(wanted)).unwrap_or(from)
}

struct Place {
    left: u32,
    right: u32,
    differs: bool,
    parent: usize,
    step: Step,
}

/// Which of the common words are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All.
    All,
    /// Those of which the two write some character with different segments.
    TwoReadings,
    /// Those of which the two write some character before and behind the beginning of this segment.
    TwoEnds(u16),
}

impl Wanted {
    fn tells_apart(self, left: u16, right: u16) -> bool {
        match self {
            Self::All => false,
            Self::TwoReadings => left != right,
            Self::TwoEnds(segment) => (left < segment) != (right < segment),
        }
    }
}

/// The shortest of the wanted words of both.
pub(super) fn common(left: &Automaton, right: &Automaton, wanted: Wanted, effort: Effort) -> Common {
    let none = Step { character: '\0', left: 0, right: 0 };
    let mut places = vec![Place {
        left: left.start,
        right: right.start,
        differs: wanted == Wanted::All,
        parent: 0,
        step: none,
    }];
    let mut visits: HashMap<(u32, u32, bool), u8> = HashMap::new();
    let mut words = Vec::new();
    let mut next = 0;
    while next < places.len() {
        let Place { left: l, right: r, differs, .. } = places[next];
        let (from_left, from_right) = (left.state(l), right.state(r));
        if from_left.accepts && from_right.accepts && differs {
            words.push(word(&places, next));
            if words.len() >= effort.words {
                return Common::Words(words);
            }
        }
        for edge in &from_left.edges {
            for other in &from_right.edges {
                let (from, to) = (edge.from.max(other.from), edge.to.min(other.to));
                if from > to {
                    continue;
                }
                let differs = differs || wanted.tells_apart(edge.segment, other.segment);
                let seen = visits.entry((edge.target, other.target, differs)).or_default();
                let mut last = None;
                // Where places are passed more than once, words differ in their characters, too.
                for taste in 0..usize::from(effort.visits.min(2)) {
                    let character = pick(from, to, effort.taste + taste);
                    if *seen >= effort.visits || last == Some(character) {
                        break;
                    }
                    *seen += 1;
                    last = Some(character);
                    let step = Step { character, left: edge.segment, right: other.segment };
                    places.push(Place {
                        left: edge.target,
                        right: other.target,
                        differs,
                        parent: next,
                        step,
                    });
                }
            }
        }
        if places.len() > MAX_PLACES {
            return if words.is_empty() { Common::TooMuch } else { Common::Words(words) };
        }
        next += 1;
    }
    if words.is_empty() { Common::Nothing } else { Common::Words(words) }
}

fn word(places: &[Place], mut at: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while at > 0 {
        steps.push(places[at].step);
        at = places[at].parent;
    }
    steps.reverse();
    steps
}

/// The answer of [`outside`].
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outside {
    /// Every word of the left is one of the right.
    Nothing,
    /// A shortest word of the left that is none of the right.
    Word(String),
    /// Too much to decide.
    TooMuch,
}

/// A word of `left` that is none of `right`.
pub(super) fn outside(left: &Automaton, right: &Automaton) -> Outside {
    let mut places = vec![(left.start, vec![right.start], 0, '\0')];
    let mut seen: HashSet<(u32, Vec<u32>)> = HashSet::new();
    let mut next = 0;
    while next < places.len() {
        let (at, among) = (places[next].0, places[next].1.clone());
        let state = left.state(at);
        if state.accepts && !among.iter().any(|&other| right.state(other).accepts) {
            let mut text = Vec::new();
            let mut at = next;
            while at > 0 {
                text.push(places[at].3);
                at = places[at].2;
            }
            return Outside::Word(text.iter().rev().collect());
        }
        for edge in &state.edges {
            for (from, to) in cut(edge, right, &among) {
                let mut targets: Vec<u32> = among
                    .iter()
                    .flat_map(|&other| &right.state(other).edges)
                    .filter(|other| other.from <= from && to <= other.to)
                    .map(|other| other.target)
                    .collect();
                targets.sort_unstable();
                targets.dedup();
                if targets.iter().any(|&target| right.takes_all(target)) {
                    continue;
                }
                if seen.insert((edge.target, targets.clone())) {
                    places.push((edge.target, targets, next, pick(from, to, 0)));
                }
            }
        }
        if places.len() > MAX_SETS {
            return Outside::TooMuch;
        }
        next += 1;
    }
    Outside::Nothing
}

/// The edge's range, cut where the edges of the right begin and end.
fn cut(edge: &Edge, right: &Automaton, among: &[u32]) -> Vec<(char, char)> {
    let mut starts = vec![edge.from];
    for other in among.iter().flat_map(|&other| &right.state(other).edges) {
        starts.push(other.from);
        starts.extend((other.to..=char::MAX).nth(1));
    }
    starts.retain(|start| (edge.from..=edge.to).contains(start));
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.iter().skip(1).filter_map(|start| ('\0'..*start).next_back()).chain([edge.to]);
    starts.iter().copied().zip(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::super::automaton::{Automaton, Counting};
    use super::{Common, Effort, Outside, Wanted, common, outside, text};
    use dal_key::language::Regex;
    use proptest::prelude::*;

    fn automaton(regex: &Regex, open: bool) -> Automaton {
        Automaton::new(&[(0, regex.clone())], open, Counting::Exact).unwrap()
    }

    fn regexes() -> impl Strategy<Value = Regex> {
        let class = prop_oneof![
            Just(Regex::Class(vec![('a', 'a')])),
            Just(Regex::Class(vec![('b', 'b')])),
            Just(Regex::Class(vec![('a', 'b')])),
            Just(Regex::Empty),
            Just(Regex::Class(vec![])),
        ];
        class.prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 1..4).prop_map(Regex::Concat),
                prop::collection::vec(inner.clone(), 0..3).prop_map(Regex::Alt),
                (inner, 0u32..3, prop::option::of(0u32..3)).prop_map(|(of, min, more)| Regex::Repeat {
                    of: Box::new(of),
                    min,
                    max: more.map(|more| min + more),
                }),
            ]
        })
    }

    /// All texts of at most five letters.
    fn texts() -> Vec<String> {
        let mut all = vec![String::new()];
        let mut next = 0;
        while next < all.len() {
            if all[next].len() < 5 {
                for letter in ["a", "b"] {
                    all.push(all[next].clone() + letter);
                }
            }
            next += 1;
        }
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn the_shortest_common_word_is_that_of_all_texts(a in regexes(), b in regexes(), open: bool) {
            let in_b = |text: &str| {
                b.matches(text) || (open && (0..text.len()).any(|end| b.matches(&text[..end])))
            };
            let wanted = texts().into_iter().find(|text| a.matches(text) && in_b(text));
            match common(&automaton(&a, false), &automaton(&b, open), Wanted::All, Effort::SHORTEST) {
                Common::Words(words) => {
                    let word = text(&words[0]);
                    prop_assert!(a.matches(&word) && in_b(&word));
                    if let Some(wanted) = wanted {
                        prop_assert_eq!(word.len(), wanted.len());
                    }
                }
                Common::Nothing => prop_assert_eq!(wanted, None),
                Common::TooMuch => prop_assert!(false, "too much"),
            }
        }

        #[test]
        fn more_words_are_common_words_too(a in regexes(), b in regexes()) {
            let (x, y) = (automaton(&a, false), automaton(&b, false));
            for effort in Effort::MORE {
                if let Common::Words(words) = common(&x, &y, Wanted::All, effort) {
                    for word in words {
                        prop_assert!(a.matches(&text(&word)) && b.matches(&text(&word)));
                    }
                }
            }
        }

        #[test]
        fn what_is_outside_is_that_of_all_texts(a in regexes(), b in regexes(), open: bool) {
            let in_b = |text: &str| {
                b.matches(text) || (open && (0..text.len()).any(|end| b.matches(&text[..end])))
            };
            let wanted = texts().into_iter().find(|text| a.matches(text) && !in_b(text));
            match outside(&automaton(&a, false), &automaton(&b, open)) {
                Outside::Word(word) => {
                    prop_assert!(a.matches(&word) && !in_b(&word));
                    if let Some(wanted) = wanted {
                        prop_assert_eq!(word.len(), wanted.len());
                    }
                }
                Outside::Nothing => prop_assert_eq!(wanted, None),
                Outside::TooMuch => prop_assert!(false, "too much"),
            }
        }

        #[test]
        fn loose_counting_loses_no_word(a in regexes()) {
            let counted = Regex::Repeat { of: Box::new(a.clone()), min: 2, max: Some(70) };
            let loose = Automaton::new(&[(0, counted.clone())], false, Counting::Loose).unwrap();
            for text in texts() {
                if counted.matches(&text) {
                    let one = automaton(&Regex::literal(&text), false);
                    prop_assert!(matches!(
                        common(&loose, &one, Wanted::All, Effort::SHORTEST),
                        Common::Words(_)
                    ));
                }
            }
        }
    }

    #[test]
    fn a_word_of_two_readings_is_found_and_only_then() {
        let letters = || Regex::Repeat { of: Box::new(Regex::Class(vec![('a', 'z')])), min: 1, max: None };
        let two = |middle: Regex| {
            Automaton::new(&[(0, letters()), (1, middle), (2, letters())], false, Counting::Exact).unwrap()
        };
        let (touching, apart) = (two(Regex::Empty), two(Regex::literal("#")));
        let Common::Words(words) = common(&touching, &touching, Wanted::TwoReadings, Effort::SHORTEST) else {
            panic!("three letters have two readings")
        };
        assert_eq!(text(&words[0]), "aaa");
        assert!(words[0].iter().any(|step| step.left != step.right));
        assert!(matches!(common(&apart, &apart, Wanted::TwoReadings, Effort::SHORTEST), Common::Nothing));
    }
}
