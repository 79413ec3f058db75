//! Scan: a whole table, of all tenants, as its enum.

mod position;
mod segment;
mod stream;

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

pub use stream::ScanStream;

use crate::batch::Progress;
use crate::batch::pace::Patience;
use crate::cursor::Cursor;
use crate::entity::Table;
use crate::handle::Reach;

/// A Scan of the whole table, for migrations, back-fills and exports: a [stream](Self::stream) of the table's enum.
///
/// It is made by [`Dal::scan`](crate::Dal::scan), which a [`Scope`](crate::Scope) does not have: a scan crosses tenants by its
/// nature. It consumes 0.5 read capacity units per 4 KB of everything in the table, 1 where it reads
/// [consistently](Self::consistent), and is not a picture of one moment: what is written meanwhile may be in it or not.
#[must_use = "nothing is read until its stream is"]
pub struct Scan<T> {
    pub(crate) reach: Reach,
    pub(crate) because: &'static str,
    pub(crate) settings: Settings,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) observer: Option<Observer>,
    table: PhantomData<fn() -> T>,
}

pub(crate) type Observer = Box<dyn FnMut(Progress) + Send>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) segments: u8,
    pub(crate) page_size: Option<u32>,
    pub(crate) consistent: bool,
    pub(crate) expired: bool,
    pub(crate) rate: Option<f64>,
    pub(crate) patience: Patience,
}

impl<T: Table> Scan<T> {
    pub(crate) fn new(reach: Reach, because: &'static str) -> Self {
        let patience = Patience { stalled: Duration::from_secs(30), total: None };
        let settings = Settings {
            segments: 1,
            page_size: None,
            consistent: false,
            expired: false,
            rate: None,
            patience,
        };
        Self { reach, because, settings, cursor: None, observer: None, table: PhantomData }
    }

    /// Reads so many segments of the table at once, from 1, which it is otherwise, to 255: one request of each is under way. A
    /// cursor goes on only with the number of segments that it was made with.
    pub fn segments(mut self, segments: u8) -> Self {
        self.settings.segments = segments.max(1);
        self
    }

    /// Lets DynamoDB evaluate at most so many items a request (its `Limit`). At least 1; a page ends at 1 MB anyway.
    pub fn page_size(mut self, items: u32) -> Self {
        self.settings.page_size = Some(items.max(1));
        self
    }

    /// Reads consistently. Doubles the capacity consumed.
    pub fn consistent(mut self) -> Self {
        self.settings.consistent = true;
        self
    }

    /// Gives items whose TTL is over, too: DynamoDB deletes them only within days.
    pub fn include_expired(mut self) -> Self {
        self.settings.expired = true;
        self
    }

    /// Consumes at most so many read capacity units a second on average, over all segments, so that the scan does not take
    /// the program's own.
    pub fn capacity_per_second(mut self, units: f64) -> Self {
        self.settings.rate = Some(units).filter(|units| *units > 0.0);
        self
    }

    /// Ends the stream with the error of a request that failed for so long, instead of 30 seconds, though it was sent
    /// again, with exponential backoff and full jitter.
    pub fn patience(mut self, time: Duration) -> Self {
        self.settings.patience.stalled = time;
        self
    }

    /// Goes on where a [cursor](ScanStream::cursor) of the same table and number of segments was taken.
    pub fn after(mut self, cursor: impl Into<Option<Cursor>>) -> Self {
        self.cursor = cursor.into();
        self
    }

    /// Calls `observer` after each answer, with how far the scan is.
    pub fn on_progress(mut self, observer: impl FnMut(Progress) + Send + 'static) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// All items, as they come: within a segment in its order, between segments in none.
    pub fn stream(self) -> ScanStream<T> {
        ScanStream::new(self)
    }
}

impl<T: Table> fmt::Debug for Scan<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("table", &self.reach.core.table)
            .field("because", &self.because)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}
