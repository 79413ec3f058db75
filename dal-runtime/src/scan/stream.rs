//! The stream of a scan: its segments side by side.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_core::Stream;

use super::position::{self, Position};
use super::segment::{ScanPage, page};
use super::{Observer, Scan, Settings};
use crate::batch::Progress;
use crate::cursor::Cursor;
use crate::entity::Table;
use crate::error::{Error, ItemError};
use crate::handle::Reach;
use crate::op::Pending;

/// The items of a whole table, as they come.
///
/// An item that is of no entity, or does not decode, is an error in its place, and the stream goes on behind it. A request
/// that fails for good ends the stream; the [cursor](Self::cursor) then says where to go on, as it does at any time.
///
/// Each segment has one request under way, and holds the rest of one page: up to 1 MB.
#[must_use = "a stream requests nothing until it is read"]
pub struct ScanStream<T: Table> {
    reach: Reach,
    because: &'static str,
    settings: Settings,
    observer: Option<Observer>,
    segments: Vec<Segment<T>>,
    /// The segment to look at first, so that each gets its turn.
    turn: usize,
    progress: Progress,
    begun: Instant,
    /// An error that is to be given before the end.
    failed: Option<Error>,
    ended: bool,
}

struct Segment<T> {
    /// Behind the last item that was given.
    position: Position,
    state: State<T>,
}

enum State<T> {
    Ready,
    Waiting(Pending<ScanPage<T>>),
    Giving { rows: std::vec::IntoIter<(Result<T, ItemError>, Position)>, next: Position },
}

impl<T: Table> ScanStream<T> {
    pub(super) fn new(scan: Scan<T>) -> Self {
        let Scan { reach, because, settings, cursor, observer, .. } = scan;
        let opened = match cursor {
            None => Ok(vec![Position::Start; usize::from(settings.segments)]),
            Some(cursor) => position::open(&reach.core.table, settings.segments, &cursor),
        };
        let (positions, failed) = match opened {
            Ok(positions) => (positions, None),
            Err(error) => (Vec::new(), Some(error.into())),
        };
        let segments =
            positions.into_iter().map(|position| Segment { position, state: State::Ready }).collect();
        let progress = Progress::default();
        let begun = Instant::now();
        Self { reach, because, settings, observer, segments, turn: 0, progress, begun, failed, ended: false }
    }

    /// The next item, or `None` at the end.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Where to go on, behind the items that were given: for [`Scan::after`], with as many segments. It holds keys of
    /// items, so keep it where they may be seen. `None` when there is nothing left.
    pub fn cursor(&self) -> Option<Cursor> {
        let positions: Vec<_> = self.segments.iter().map(|segment| segment.position.clone()).collect();
        if positions.iter().all(|position| *position == Position::End) {
            return None;
        }
        position::seal(&self.reach.core.table, &positions)
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// How long to wait so that the capacity consumed stays under the rate.
    fn due(&self) -> Duration {
        let Some(rate) = self.settings.rate else { return Duration::ZERO };
        let seconds = self.progress.consumed_capacity / rate;
        let due = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        due.saturating_sub(self.begun.elapsed())
    }

    fn took(&mut self, page: &ScanPage<T>) {
        self.progress.done += page.rows.len();
        self.progress.requests += 1;
        self.progress.retries += page.retries;
        self.progress.consumed_capacity += page.consumed;
        if let Some(observer) = &mut self.observer {
            observer(self.progress);
        }
    }

    /// What a segment has to give now.
    fn poll_segment(&mut self, number: usize, context: &mut Context<'_>) -> Poll<Option<Result<T, Error>>> {
        loop {
            let due = self.due();
            let Some(segment) = self.segments.get_mut(number) else { return Poll::Ready(None) };
            match &mut segment.state {
                State::Ready if segment.position == Position::End => return Poll::Ready(None),
                State::Ready => {
                    let at = u8::try_from(number).unwrap_or(u8::MAX);
                    let (reach, position) = (self.reach.clone(), segment.position.clone());
                    let read = page(reach, self.because, self.settings, at, position, due);
                    segment.state = State::Waiting(Box::pin(read));
                }
                State::Waiting(pending) => match pending.as_mut().poll(context) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(Err(error)) => return Poll::Ready(Some(Err(error))),
                    Poll::Ready(Ok(page)) => {
                        self.took(&page);
                        let ScanPage { rows, next, .. } = page;
                        if let Some(segment) = self.segments.get_mut(number) {
                            segment.state = State::Giving { rows: rows.into_iter(), next };
                        }
                    }
                },
                State::Giving { rows, next } => match rows.next() {
                    Some((row, behind)) => {
                        segment.position = behind;
                        return Poll::Ready(Some(row.map_err(Error::from)));
                    }
                    None => {
                        segment.position = next.clone();
                        segment.state = State::Ready;
                    }
                },
            }
        }
    }
}

impl<T: Table> Stream for ScanStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if let Some(error) = this.failed.take() {
            this.ended = true;
            return Poll::Ready(Some(Err(error)));
        }
        if this.ended {
            return Poll::Ready(None);
        }
        let mut waiting = false;
        let count = this.segments.len();
        for step in 0..count {
            let number = (this.turn + step) % count;
            match this.poll_segment(number, context) {
                Poll::Ready(Some(Err(error @ Error::Items(_)))) => return Poll::Ready(Some(Err(error))),
                Poll::Ready(Some(Err(error))) => {
                    this.ended = true;
                    return Poll::Ready(Some(Err(error)));
                }
                Poll::Ready(Some(Ok(item))) => {
                    // The same segment goes on while it has items; the others are asked when it waits.
                    this.turn = number;
                    return Poll::Ready(Some(Ok(item)));
                }
                Poll::Ready(None) => {}
                Poll::Pending => waiting = true,
            }
        }
        if waiting {
            return Poll::Pending;
        }
        this.ended = true;
        Poll::Ready(None)
    }
}

impl<T: Table> Unpin for ScanStream<T> {}

impl<T: Table> fmt::Debug for ScanStream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScanStream")
            .field("table", &self.reach.core.table)
            .field("because", &self.because)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}
