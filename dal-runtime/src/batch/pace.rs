//! The pace of retries: exponential backoff with full jitter, within a deadline.

use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_smithy_async::rt::sleep::{AsyncSleep, default_async_sleep};

/// The longest first wait; each further one may be twice as long.
const BASE: Duration = Duration::from_millis(50);

/// No wait is longer.
const CAP: Duration = Duration::from_secs(5);

/// How long to go on, for what is retried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// How long without progress.
    pub(crate) stalled: Duration,
    /// How long in all.
    pub(crate) total: Option<Duration>,
}

/// When the next attempt is due.
#[derive(Debug)]
pub(crate) struct Pace {
    level: u32,
    patience: Patience,
    begun: Since,
    progressed: Since,
}

/// The time since a moment: by the clock, but at least what was waited, so that it passes where a test's sleep takes none.
#[derive(Debug)]
struct Since {
    moment: Instant,
    waited: Duration,
}

impl Since {
    fn now() -> Self {
        Self { moment: Instant::now(), waited: Duration::ZERO }
    }

    fn elapsed(&self) -> Duration {
        self.moment.elapsed().max(self.waited)
    }
}

/// Waits by the client's own timer, or by Tokio's, which the SDK uses where the client is given none.
pub(crate) async fn sleep(client: &Client, time: Duration) {
    if let Some(sleep) = client.config().sleep_impl().or_else(default_async_sleep) {
        sleep.sleep(time).await;
    }
}

/// From 0 to 1.
fn fraction() -> f64 {
    crate::token::number() as f64 / u64::MAX as f64
}

impl Pace {
    pub(crate) fn new(patience: Patience) -> Self {
        Self { level: 0, patience, begun: Since::now(), progressed: Since::now() }
    }

    /// Something was done: waits are short again, and the time without progress begins anew.
    pub(crate) fn progress(&mut self) {
        self.level = 0;
        self.progressed = Since::now();
    }

    /// Waits a random time below a bound that doubles; at once `false` when the time is over.
    ///
    pub(crate) async fn wait(&mut self, client: &Client) -> bool {
        let stalled = self.patience.stalled.saturating_sub(self.progressed.elapsed());
        let total = self.patience.total.map(|total| total.saturating_sub(self.begun.elapsed()));
        let left = total.map_or(stalled, |total| stalled.min(total));
        if left.is_zero() {
            return false;
        }
        let bound = BASE.saturating_mul(1 << self.level.min(10)).min(CAP);
        self.level += 1;
        // Never nothing: time must pass for the deadline to come.
        let wait = bound.mul_f64(fraction()).max(Duration::from_millis(1)).min(left);
        sleep(client, wait).await;
        self.begun.waited += wait;
        self.progressed.waited += wait;
        true
    }
}
