//! The clock: what time it is, where a test decides it.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// What time it is. The runtime asks it what is expired.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Now.
    fn now(&self) -> SystemTime;

    /// Now, in whole seconds since the epoch; 0 before it.
    fn epoch_seconds(&self) -> i64 {
        let since = self.now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    }
}

/// The operating system's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }
}

/// A clock that stands still, for tests.
#[derive(Clone, Copy, Debug)]
pub struct FixedClock(pub SystemTime);

impl Clock for FixedClock {
    fn now(&self) -> SystemTime {
        self.0
    }
}
