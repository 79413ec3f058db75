//! What can be told of a key without automata: its beginning, as far as it is read in one way only.
//!
//! A signature is a list of symbols: each character of a literal is one, and so is a part whose end is told by its
//! fixed length or by the character behind it. Two keys whose signatures first differ between two characters are
//! different keys, whatever their parts hold: what stands before is read the same way in both. This decides nearly all
//! pairs of a table, and a tree of signatures finds the others without looking at every pair.

use std::collections::{BTreeMap, HashMap};

use dal_key::{Format, Kind, Segment, Style};

use super::keys::Texts;
use crate::plan::SEPARATOR;

/// One symbol: a character, the end of an attribute, or a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Symbol {
    /// The attribute's text ends.
    End,
    /// A character of a literal.
    Character(char),
    /// A part, by a number that stands for its kind, its format and, where that matters, the character behind it.
    Part(u32),
}

/// The symbols of an attribute's texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) symbols: Vec<Symbol>,
    /// Whether the symbols are all of it, with [`Symbol::End`] last.
    pub(super) closed: bool,
    /// How many segments the symbols cover.
    pub(super) segments: usize,
}

/// The numbers of parts.
#[derive(Debug, Default)]
pub(super) struct Symbols<'p> {
    parts: HashMap<(Kind<'p>, Format, Option<Behind>), u32>,
}

/// What stands behind a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Behind {
    End,
    Character(char),
}

impl<'p> Symbols<'p> {
    /// The signature of an attribute's texts.
    pub(super) fn sign(&mut self, texts: &Texts<'p>) -> Signature {
        let mut signature = Signature::default();
        for (number, segment) in texts.taken().iter().enumerate() {
            match segment {
                Segment::Literal(text) => signature.symbols.extend(text.chars().map(Symbol::Character)),
                Segment::Part { number: field, .. } if let Some(text) = texts.constant(number, *field) => {
                    signature.symbols.extend(text.chars().map(Symbol::Character));
                }
                Segment::Part { kind, format, .. } => {
                    let Some(behind) = told(*kind, *format, behind(texts, number)) else { return signature };
                    let next = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
                    let part = self.parts.entry((*kind, *format, behind)).or_insert(next);
                    signature.symbols.push(Symbol::Part(*part));
                }
                _ => return signature,
            }
            signature.segments = number + 1;
        }
        signature.symbols.extend(texts.following().chars().map(Symbol::Character));
        if !texts.is_open() {
            signature.symbols.push(Symbol::End);
            signature.closed = true;
        }
        signature
    }
}

/// What the texts have behind the segment of that number, if it is known.
fn behind(texts: &Texts<'_>, number: usize) -> Option<Behind> {
    let rest = texts.taken()[number + 1..].iter();
    for segment in rest {
        match segment {
            Segment::Literal(text) => match text.chars().next() {
                Some(first) => return Some(Behind::Character(first)),
                None => continue,
            },
            _ => return None,
        }
    }
    match texts.following().chars().next() {
        // What a value does not hold is decided by the template's own text.
        Some(first) => {
            let own = texts.segments()[number + 1..].iter().find(|segment| **segment != Segment::Literal(""));
            let same = matches!(own, Some(Segment::Literal(text)) if text.starts_with(first));
            same.then_some(Behind::Character(first))
        }
        None => (!texts.is_open()).then_some(Behind::End),
    }
}

/// Whether a part's end is told, and by what beyond its own text.
///
/// Escaped text, words, plain numbers and bytes hold no character below `$`. Other text does not hold the character
/// behind it, which only tells the end where the other key has the same one.
fn told(kind: Kind<'_>, format: Format, behind: Option<Behind>) -> Option<Option<Behind>> {
    let has_any_length = match kind {
        Kind::Text(_) | Kind::Bytes => true,
        Kind::Enum(_) => format.style != Style::Rank,
        _ => matches!(format.style, Style::Plain | Style::Native(_)),
    };
    if !has_any_length {
        return Some(None);
    }
    let raw = matches!(format.style, Style::Raw | Style::Native(_));
    match behind? {
        // Behind it another attribute begins.
        Behind::Character(first) if SEPARATOR.starts_with(first) => Some(None),
        Behind::End => Some(raw.then_some(Behind::End)),
        Behind::Character(first) if !raw && first < '$' => Some(None),
        // The text of an escape begins like what ends the part.
        Behind::Character('$') if !raw => None,
        Behind::Character(first) => {
            let excluded = matches!(kind, Kind::Text(pattern) if raw || pattern.is_none());
            excluded.then_some(Some(Behind::Character(first)))
        }
    }
}

impl Signature {
    /// Whether no text of one is a text of the other.
    pub(super) fn is_apart(&self, other: &Self) -> bool {
        let mut pairs = self.symbols.iter().zip(&other.symbols);
        match pairs.find(|(own, other)| own != other) {
            Some((own, other)) => !matches!((own, other), (Symbol::Part(_), _) | (_, Symbol::Part(_))),
            // One goes on: behind an end there is nothing.
            None => false,
        }
    }
}

/// Signatures in a tree, each with a number.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Debug, Default)]
struct Node {
    next: BTreeMap<Symbol, usize>,
    here: Vec<usize>,
}

impl Tree {
    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    pub(super) fn insert(&mut self, symbols: &[Symbol], number: usize) {
        let mut at = 0;
        for symbol in symbols {
            let next = self.nodes.len();
            at = *self.nodes[at].next.entry(*symbol).or_insert(next);
            if at == next {
                self.nodes.push(Node::default());
            }
        }
        self.nodes[at].here.push(number);
    }

    /// The numbers of all signatures that are not apart from this one, in order.
    pub(super) fn near(&self, symbols: &[Symbol]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = Some(0);
        for symbol in symbols {
            let Some(node) = at.map(|at| &self.nodes[at]) else { break };
            found.extend(&node.here);
            for (other, &next) in &node.next {
                if other != symbol && matches!((symbol, other), (Symbol::Part(_), _) | (_, Symbol::Part(_))) {
                    self.under(next, &mut found);
                }
            }
            at = node.next.get(symbol).copied();
        }
        if let Some(at) = at {
            self.under(at, &mut found);
        }
        found.sort_unstable();
        found
    }

    fn under(&self, at: usize, found: &mut Vec<usize>) {
        let mut todo = vec![at];
        while let Some(at) = todo.pop() {
            found.extend(&self.nodes[at].here);
            todo.extend(self.nodes[at].next.values());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Signature, Symbol, Tree};
    use proptest::prelude::*;

    fn signatures() -> impl Strategy<Value = Vec<Symbol>> {
        let symbol = prop_oneof![
            3 => prop::sample::select(vec!['A', 'B']).prop_map(Symbol::Character),
            2 => (0u32..2).prop_map(Symbol::Part),
            1 => Just(Symbol::End),
        ];
        prop::collection::vec(symbol, 0..5)
    }

    proptest! {
        #[test]
        fn the_tree_finds_what_is_not_apart(all in prop::collection::vec(signatures(), 1..12), one in signatures()) {
            let signature = |symbols: &[Symbol]| Signature { symbols: symbols.to_vec(), ..Signature::default() };
            let mut tree = Tree::new();
            for (number, symbols) in all.iter().enumerate() {
                tree.insert(symbols, number);
            }
            let wanted: Vec<usize> = (0..all.len())
                .filter(|number| !signature(&one).is_apart(&signature(&all[*number])))
                .collect();
            prop_assert_eq!(tree.near(&one), wanted);
        }
    }
}
