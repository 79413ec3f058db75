//! How far a batch is, and what its caller may set.

use std::fmt;
use std::time::Duration;

use super::pace::Patience;

/// How far a call over many items is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Items done. Of a scan: items read.
    pub done: usize,
    /// Items in all, each counted once however often it was asked for; of a scan, which cannot know, `None`.
    pub total: Option<usize>,
    /// Requests that were answered.
    pub requests: u64,
    /// Items sent again, because DynamoDB left them unprocessed or the request failed. Of a scan: requests sent again.
    pub retries: u64,
    /// Capacity units consumed so far, as DynamoDB says.
    pub consumed_capacity: f64,
}

type Observer = Box<dyn FnMut(Progress) + Send>;

/// What a batch's caller may set.
pub(crate) struct Options {
    pub(crate) concurrency: usize,
    pub(crate) patience: Patience,
    pub(crate) observer: Option<Observer>,
}

impl Default for Options {
    fn default() -> Self {
        let patience = Patience { stalled: Duration::from_secs(30), total: None };
        Self { concurrency: 4, patience, observer: None }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { concurrency, patience, observer } = self;
        f.debug_struct("Options")
            .field("concurrency", concurrency)
            .field("patience", patience)
            .field("observed", &observer.is_some())
            .finish()
    }
}

/// The options of a batch as methods of its builder, which holds them in `options`.
macro_rules! batch_options {
    () => {
        /// Has up to so many requests under way at once, instead of 4.
        pub fn concurrency(mut self, requests: usize) -> Self {
            self.options.concurrency = requests.max(1);
            self
        }

        /// Gives up what is left when DynamoDB processed nothing for so long, instead of 30 seconds.
        pub fn patience(mut self, time: std::time::Duration) -> Self {
            self.options.patience.stalled = time;
            self
        }

        /// Gives up what is left after so long in all. Without it there is no such limit: a call that makes progress
        /// goes on. A request that is under way when the time is over is waited for.
        pub fn deadline(mut self, time: std::time::Duration) -> Self {
            self.options.patience.total = Some(time);
            self
        }

        /// Calls `observer` after each answer.
        pub fn on_progress(mut self, observer: impl FnMut($crate::Progress) + Send + 'static) -> Self {
            self.options.observer = Some(Box::new(observer));
            self
        }
    };
}
pub(crate) use batch_options;
