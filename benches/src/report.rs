//! The ratios that a comparison prints, with their targets.

use std::fmt;

use crate::measure::Spread;

/// What a ratio is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// CPU time.
    Time,
    /// Instructions, by valgrind.
    Instructions,
    /// Calls of the allocator.
    Allocations,
    /// Calls of the allocator for each further item of a page.
    AllocationsPerItem,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time",
            Self::Instructions => "instructions",
            Self::Allocations => "allocations",
            Self::AllocationsPerItem => "allocations_per_item",
        })
    }
}

use Measure::{AllocationsPerItem, Instructions, Time};

/// The targets: dal's share of another contender's cost, at most.
const TARGETS: &[(&str, Measure, &str, f64)] = &[
    ("query_2500", Time, "serde_dynamo", 1.0 / 12.0),
    ("query_2500", Instructions, "serde_dynamo", 1.0 / 6.0),
    ("query_2500", Time, "clone", 2.8),
    ("query_2500", AllocationsPerItem, "clone", 1.0),
    ("query_2500_borrowed", Time, "serde_dynamo", 1.0 / 22.0),
    ("query_10", Time, "serde_dynamo", 1.0 / 2.6),
    ("batch_write_25", Time, "serde_dynamo", 1.0 / 2.8),
    ("put_item", Time, "serde_dynamo", 0.85),
    ("get_item", Time, "serde_dynamo", 0.76),
    ("put_item", Time, "empty", 1.15),
    ("get_item", Time, "empty", 1.15),
    ("body", Time, "serde_dynamo", 1.0 / 20.0),
    ("to_map", Time, "serde_dynamo", 1.0 / 2.0),
    ("to_map", Time, "modyne", 1.0 / 2.0),
    ("to_map", Time, "facade", 1.0 / 2.0),
    ("from_map", Time, "serde_dynamo", 1.0 / 3.0),
    ("from_map", Time, "modyne", 1.0 / 3.0),
    ("from_map", Time, "facade", 1.0 / 3.0),
    ("key_text", Time, "raw", 1.0 / 3.0),
];

/// A line of the report.
#[derive(Debug, Clone, Copy)]
pub struct Ratio<'a> {
    pub name: &'a str,
    pub of: Measure,
    pub other: &'a str,
    pub value: Spread,
}

impl Ratio<'_> {
    /// At most how much it should be.
    pub fn target(&self) -> Option<f64> {
        let found = TARGETS
            .iter()
            .find(|(name, of, other, _)| *name == self.name && *of == self.of && *other == self.other);
        found.map(|(.., target)| *target)
    }
}

impl fmt::Display for Ratio<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, of, other, value: Spread { median, low, high } } = *self;
        write!(f, "ratio {name}.{of} dal/{other} {median:.4}")?;
        // Counts have none.
        if low < high {
            write!(f, " (spread {low:.4}-{high:.4})")?;
        }
        if median > 0.0 && median < 0.9 {
            write!(f, " = {:.1} x less", 1.0 / median)?;
        }
        match self.target() {
            Some(target) => write!(f, " target <= {target:.4} {}", verdict(median, target)),
            None => Ok(()),
        }
    }
}

/// Whether a figure is at most its target, to three digits.
pub fn verdict(value: f64, target: f64) -> &'static str {
    if value <= target * 1.0005 { "met" } else { "NOT MET" }
}

/// A count that has a target of its own.
pub fn count(name: &str, value: f64, target: f64) -> String {
    format!("count {name} dal {value:.2} target <= {target} {}", verdict(value, target))
}
