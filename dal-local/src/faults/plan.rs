//! Faults by chance, the same for the same seed.

use super::{Attempt, Fault};

/// A share of all attempts, hit by faults that are drawn evenly.
///
/// The same seed gives the same faults to the same attempts in the same order. Calls of concurrent tasks come in the
/// order in which they are polled: on one thread, with an engine in memory, that is the same each time too.
#[derive(Clone, Debug)]
pub struct Plan {
    random: u64,
    share: f64,
    faults: Vec<Fault>,
}

impl Plan {
    /// A tenth of all attempts, and [every](Fault::every) fault.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: seed, share: 0.1, faults: Fault::every() }
    }

    /// Hits that share of all attempts, from 0 to 1.
    #[must_use]
    pub fn share(mut self, share: f64) -> Self {
        self.share = share;
        self
    }

    /// Draws from these faults only; one that stands there twice is drawn twice as often.
    #[must_use]
    pub fn only(mut self, faults: impl IntoIterator<Item = Fault>) -> Self {
        self.faults = faults.into_iter().collect();
        self
    }

    pub(super) fn choose(&mut self, _: &Attempt<'_>) -> Option<Fault> {
        // Two draws for each attempt, hit or not: which fault a later attempt gets does not depend on the share.
        let (hit, which) = (self.draw(), self.draw());
        // 53 bits are what a float holds.
        let hit = ((hit >> 11) as f64) / ((1_u64 << 53) as f64) < self.share;
        let count = u64::try_from(self.faults.len()).unwrap_or(u64::MAX);
        let which = usize::try_from(which.checked_rem(count)?).ok()?;
        if hit { self.faults.get(which).copied() } else { None }
    }

    /// SplitMix64: a counter, and a hash of it.
    fn draw(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.random;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }
}
