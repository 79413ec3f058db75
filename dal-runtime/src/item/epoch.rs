//! Times as DynamoDB's time to live wants them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A time in whole seconds since 1970, for a table's TTL attribute. Serialises as a number.
///
/// DynamoDB deletes an item some time after the moment has passed, usually within days: reads may still see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ttl(i64);

impl Ttl {
    /// That moment; fractions of a second are cut off.
    pub fn at(time: SystemTime) -> Self {
        Ttl(time.to_epoch_seconds())
    }

    /// `lifetime` after `now`.
    pub fn after(now: SystemTime, lifetime: Duration) -> Self {
        let lifetime = i64::try_from(lifetime.as_secs()).unwrap_or(i64::MAX);
        Ttl(now.to_epoch_seconds().saturating_add(lifetime))
    }

    /// So many seconds after 1970.
    pub const fn from_epoch_seconds(seconds: i64) -> Self {
        Ttl(seconds)
    }

    /// Seconds since 1970.
    pub const fn epoch_seconds(self) -> i64 {
        self.0
    }

    /// Whether the moment has come: the item is to be treated as gone, even if it is still there.
    pub fn is_past(self, now: SystemTime) -> bool {
        self.0 <= now.to_epoch_seconds()
    }
}

impl From<SystemTime> for Ttl {
    fn from(time: SystemTime) -> Self {
        Ttl::at(time)
    }
}

/// A type of times that can be stored as epoch seconds by [`ttl`](super::ttl).
pub trait EpochSeconds: Sized {
    /// Whole seconds since 1970, rounded down.
    fn to_epoch_seconds(&self) -> i64;

    /// The time of these seconds, if the type has it.
    fn from_epoch_seconds(seconds: i64) -> Option<Self>;
}

impl EpochSeconds for SystemTime {
    fn to_epoch_seconds(&self) -> i64 {
        match self.duration_since(UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
            Err(before) => {
                let before = before.duration();
                let seconds = before.as_secs().saturating_add(u64::from(before.subsec_nanos() > 0));
                0i64.saturating_sub_unsigned(seconds)
            }
        }
    }

    fn from_epoch_seconds(seconds: i64) -> Option<Self> {
        let distance = Duration::from_secs(seconds.unsigned_abs());
        if seconds < 0 { UNIX_EPOCH.checked_sub(distance) } else { UNIX_EPOCH.checked_add(distance) }
    }
}

impl EpochSeconds for Ttl {
    fn to_epoch_seconds(&self) -> i64 {
        self.0
    }

    fn from_epoch_seconds(seconds: i64) -> Option<Self> {
        Some(Ttl(seconds))
    }
}

#[cfg(feature = "chrono")]
impl EpochSeconds for chrono::DateTime<chrono::Utc> {
    fn to_epoch_seconds(&self) -> i64 {
        self.timestamp()
    }

    fn from_epoch_seconds(seconds: i64) -> Option<Self> {
        chrono::DateTime::from_timestamp(seconds, 0)
    }
}
