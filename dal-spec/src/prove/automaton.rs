//! Finite automata over characters.
//!
//! An automaton is built from the end of a key to its beginning, and a state that is already there is used again:
//! the many ways of writing a number share their tails. Edges know which segment of the key they write, so that a
//! word also says where each part begins and ends.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use dal_key::language::Regex;
use dal_key::pattern::{predecessor, successor};

use super::product::pick;

/// The most states of one automaton.
const MAX_STATES: usize = 40_000;

/// From here on a counted repetition is one without an end, where counting exactly was too much.
const MANY: u32 = 64;

/// What an edge writes that belongs to no segment: whatever follows a beginning.
pub(super) const REST: u16 = u16::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Edge {
    pub(super) from: char,
    pub(super) to: char,
    pub(super) segment: u16,
    pub(super) target: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) accepts: bool,
    pub(super) edges: Vec<Edge>,
    /// States that can be entered without a character; empty once the automaton is built.
    jumps: Vec<u32>,
}

/// A finite automaton.
#[derive(Debug)]
pub(super) struct Automaton {
    states: Vec<State>,
    pub(super) start: u32,
}

/// How an automaton is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// Exactly.
    Exact,
    /// With repetitions of more than [`MANY`] times without an end: a larger language, and far fewer states.
    Loose,
}

struct Builder {
    states: Vec<State>,
    known: HashMap<State, u32>,
    counting: Counting,
}

impl Builder {
    fn state(&mut self, state: State) -> Option<u32> {
        let next = u32::try_from(self.states.len()).ok().filter(|_| self.states.len() < MAX_STATES)?;
        Some(match self.known.entry(state) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(vacant) => {
                self.states.push(vacant.key().clone());
                *vacant.insert(next)
            }
        })
    }

    fn either(&mut self, ways: Vec<u32>) -> Option<u32> {
        match ways.as_slice() {
            [one] => Some(*one),
            _ => self.state(State { jumps: ways, ..State::default() }),
        }
    }

    /// The state from which `regex` leads to `next`; `None` if there are too many.
    fn add(&mut self, regex: &Regex, segment: u16, next: u32) -> Option<u32> {
        match regex {
            Regex::Empty => Some(next),
            Regex::Class(ranges) => {
                let edge = |&(from, to): &(char, char)| Edge { from, to, segment, target: next };
                self.state(State { edges: ranges.iter().map(edge).collect(), ..State::default() })
            }
            Regex::Concat(all) => all.iter().rev().try_fold(next, |next, one| self.add(one, segment, next)),
            Regex::Alt(all) => {
                let ways = all.iter().map(|one| self.add(one, segment, next)).collect::<Option<_>>()?;
                self.either(ways)
            }
            Regex::Repeat { of, min, max } => {
                let (min, max) = match (self.counting, max) {
                    (Counting::Loose, Some(max)) if *max > MANY => (*min.min(&MANY), None),
                    _ => (*min, *max),
                };
                let mut at = next;
                match max {
                    None => {
                        // Not among the known states: what it leads to is only known afterwards.
                        let again = u32::try_from(self.states.len()).ok()?;
                        self.states.push(State::default());
                        let once = self.add(of, segment, again)?;
                        self.states[again as usize].jumps = vec![once, next];
                        at = again;
                    }
                    Some(max) => {
                        for _ in min..max {
                            let once = self.add(of, segment, at)?;
                            at = self.either(vec![once, next])?;
                        }
                    }
                }
                for _ in 0..min {
                    at = self.add(of, segment, at)?;
                }
                Some(at)
            }
        }
    }

    /// Replaces jumps by the edges that they lead to.
    fn finish(mut self, start: u32) -> Automaton {
        let mut flat = Vec::with_capacity(self.states.len());
        let mut seen = vec![u32::MAX; self.states.len()];
        for state in 0..self.states.len() as u32 {
            let own = &self.states[state as usize];
            if own.jumps.is_empty() {
                continue;
            }
            let mut whole = State::default();
            let mut todo = vec![state];
            while let Some(at) = todo.pop() {
                if std::mem::replace(&mut seen[at as usize], state) == state {
                    continue;
                }
                let State { accepts, edges, jumps } = &self.states[at as usize];
                whole.accepts |= accepts;
                whole.edges.extend(edges);
                // From the last to the first, so that the first is looked at first.
                todo.extend(jumps.iter().rev());
            }
            let mut edges = Vec::with_capacity(whole.edges.len());
            for edge in whole.edges {
                if !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
            whole.edges = edges;
            flat.push((state, whole));
        }
        for (number, state) in flat {
            self.states[number as usize] = state;
        }
        Automaton { states: self.states, start }
    }
}

impl Automaton {
    /// The automaton of these languages, one after the other, each with its segment; followed by anything, if `open`.
    /// `None` if it would be too large.
    pub(super) fn new(pieces: &[(u16, Regex)], open: bool, counting: Counting) -> Option<Self> {
        let mut builder = Builder { states: Vec::new(), known: HashMap::new(), counting };
        let mut edges = Vec::new();
        if open {
            edges.push(Edge { from: '\0', to: char::MAX, segment: REST, target: 0 });
        }
        let mut at = builder.state(State { accepts: true, edges, jumps: Vec::new() })?;
        for (segment, regex) in pieces.iter().rev() {
            at = builder.add(regex, *segment, at)?;
        }
        Some(builder.finish(at))
    }

    pub(super) fn state(&self, number: u32) -> &State {
        &self.states[number as usize]
    }

    /// The automaton of all texts that are not below some text of this one (`up`), or not above all that begin with one.
    pub(super) fn beyond(mut self, up: bool) -> Option<Self> {
        let any = u32::try_from(self.states.len()).ok()?;
        let leads = self.leading_to_words();
        for (state, leads) in self.states.iter_mut().zip(leads) {
            let mut more = Vec::new();
            for edge in state.edges.iter().filter(|edge| edge.segment != REST) {
                let rest = if up {
                    successor(edge.from).map(|from| (from, char::MAX))
                } else {
                    predecessor(edge.to).map(|to| ('\0', to))
                };
                more.extend(rest.map(|(from, to)| Edge { from, to, segment: REST, target: any }));
            }
            state.edges.extend(more);
            state.accepts |= !up && leads;
        }
        let edges = vec![Edge { from: '\0', to: char::MAX, segment: REST, target: any }];
        self.states.push(State { accepts: true, edges, jumps: Vec::new() });
        Some(self)
    }

    /// Whether each state leads to an accepting one.
    fn leading_to_words(&self) -> Vec<bool> {
        let mut leads: Vec<bool> = self.states.iter().map(|state| state.accepts).collect();
        loop {
            let mut changed = false;
            for (number, state) in self.states.iter().enumerate() {
                if !leads[number] && state.edges.iter().any(|edge| leads[edge.target as usize]) {
                    leads[number] = true;
                    changed = true;
                }
            }
            if !changed {
                return leads;
            }
        }
    }

    /// A word that `text` begins with, or that is below it (`up`) or above it: its characters, each with its segment. What
    /// may follow a word is not part of it.
    pub(super) fn beside(&self, text: &[char], up: bool) -> Option<Vec<(char, u16)>> {
        let mut seen = HashSet::new();
        let mut todo = vec![(self.start, Vec::new())];
        let mut other = None;
        while let Some((at, path)) = todo.pop() {
            if !seen.insert((at, path.len())) {
                continue;
            }
            let state = self.state(at);
            if state.accepts {
                return Some(path);
            }
            let Some(&next) = text.get(path.len()) else {
                other = other.or_else(|| if up { None } else { self.end(at, path) });
                continue;
            };
            for edge in &state.edges {
                let with = |character| {
                    let mut path = path.clone();
                    path.push((character, edge.segment));
                    path
                };
                if (edge.from..=edge.to).contains(&next) {
                    todo.push((edge.target, with(next)));
                }
                let beside = if up {
                    predecessor(next).map(|last| (edge.from, last.min(edge.to)))
                } else {
                    successor(next).map(|first| (first.max(edge.from), edge.to))
                };
                if let (None, Some((from, to))) = (&other, beside.filter(|(from, to)| from <= to)) {
                    other = self.end(edge.target, with(pick(from, to, 0)));
                }
            }
        }
        other
    }

    /// The path, and the shortest one from that state to the end of a word.
    fn end(&self, state: u32, path: Vec<(char, u16)>) -> Option<Vec<(char, u16)>> {
        let mut seen = HashSet::new();
        let mut todo = VecDeque::from([(state, path)]);
        while let Some((at, path)) = todo.pop_front() {
            if self.state(at).accepts {
                return Some(path);
            }
            for edge in self.state(at).edges.iter().filter(|edge| seen.insert(edge.target)) {
                let mut path = path.clone();
                path.push((pick(edge.from, edge.to, 0), edge.segment));
                todo.push_back((edge.target, path));
            }
        }
        None
    }

    /// Whether every text goes on from this state.
    pub(super) fn takes_all(&self, number: u32) -> bool {
        let state = self.state(number);
        state.accepts
            && state
                .edges
                .iter()
                .any(|edge| edge.from == '\0' && edge.to == char::MAX && edge.target == number)
    }
}

#[cfg(test)]
mod tests {
    use super::{Automaton, Counting};

    #[test]
    fn numbers_share_their_tails() {
        let Ok(regex) = dal_key::language::language(
            dal_key::Kind::Int { min: i128::from(i64::MIN), max: i128::from(i64::MAX) },
            dal_key::Format::default(),
        ) else {
            panic!("i64 has a language")
        };
        let states = Automaton::new(&[(0, regex)], false, Counting::Exact).unwrap().states.len();
        assert!(states < 400, "{states}");
    }
}
