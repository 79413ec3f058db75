//! Proofs about the keys of a plan: whether items can share a key, and whether a query can read what it should not.
//!
//! The text of each part is a regular language, so a template is one too, and so is everything that a query reads.
//! [`prove`] decides each law on those languages, for all values at once, and shows values that break it. Nothing is
//! sampled: where it finds nothing, there is nothing, whatever the values hold.
//!
//! A key of several attributes is looked at as one text, with a character between that stands for nothing else, and a
//! number as its digits: equal numbers have equal digits, whatever their kinds.
//!
//! Two things are beyond regular languages: a field that stands in both key attributes, or twice in one, and the few
//! texts that a kind's language holds and no value writes (29 February of any year). There, languages may meet where
//! keys do not. Values are then searched for; if none are found, the finding says that it is not
//! [certain](Finding::certain), and has no counter-example.

mod ambiguous;
mod automaton;
mod catch;
mod collision;
mod contiguous;
mod example;
mod finding;
mod index;
mod keys;
mod loose;
mod meet;
mod product;
mod signature;
mod space;
mod tied;
mod words;

pub use dal_key::{Part, SortCondition};
pub use finding::{CounterExample, ExampleItem, ExampleKey, ExampleRead, ExampleValue, Finding, Law};

use crate::plan::Plan;
use signature::Symbols;
use space::Space;

/// What the laws are decided on.
struct Proof<'p> {
    plan: &'p Plan,
    /// The table, then each index.
    spaces: Vec<Space<'p>>,
    symbols: Symbols<'p>,
}

/// Decides every law over all entities, indexes and patterns of the plan: what breaks one, in the order of the laws.
pub fn prove(plan: &Plan) -> Vec<Finding> {
    let joined = space::joined(plan);
    let mut symbols = Symbols::default();
    let spaces = Space::all(plan, &joined, &mut symbols);
    let mut proof = Proof { plan, spaces, symbols };
    let mut findings = Vec::new();
    ambiguous::check(&mut proof, &mut findings);
    collision::check(&proof, &mut findings);
    let reads = catch::reads(&mut proof);
    catch::check(&proof, &reads, &mut findings);
    loose::check(&proof, &reads, &mut findings);
    contiguous::check(&mut proof, &reads, &mut findings);
    index::check(&proof, &mut findings);
    findings
}
