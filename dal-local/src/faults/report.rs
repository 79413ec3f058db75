//! What was injected.

use std::collections::BTreeMap;
use std::fmt;

use super::Fault;

/// How many attempts there were, and how many of them were hit by which kind of fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    attempts: u64,
    kinds: BTreeMap<&'static str, u64>,
}

impl Report {
    /// The attempts that the SDK sent, its retries among them.
    #[must_use]
    pub fn attempts(&self) -> u64 {
        self.attempts
    }

    /// The faults of all kinds.
    #[must_use]
    pub fn injected(&self) -> u64 {
        self.kinds.values().sum()
    }

    /// The faults of that kind.
    #[must_use]
    pub fn of(&self, fault: &Fault) -> u64 {
        self.kinds.get(fault.kind()).copied().unwrap_or_default()
    }

    /// Each kind that was injected, by [`Fault::kind`], and how often.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.kinds.iter().map(|(kind, count)| (*kind, *count))
    }

    pub(super) fn count_attempt(&mut self) {
        self.attempts += 1;
    }

    pub(super) fn count(&mut self, fault: Fault) {
        *self.kinds.entry(fault.kind()).or_default() += 1;
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} attempts, {} faults", self.attempts, self.injected())?;
        for (place, (kind, count)) in self.kinds().enumerate() {
            write!(f, "{} {kind} {count}", if place == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}
