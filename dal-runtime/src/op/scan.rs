//! Scan: a declared pattern that reads everything in the table or in an index.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use super::Pending;
use super::query::{QueryPattern, page};
use super::request::{Request, reading_options};
use super::stream::ItemStream;
use crate::condition::Condition;
use crate::cursor::Cursor;
use crate::entity::Entity;
use crate::error::Error;
use crate::handle::Handle;
use crate::page::Page;

/// A Scan of a pattern: awaits to one [`Page`]; [`stream`](Self::stream) gives all items.
///
/// It evaluates everything in the table or the index, in no order, and gives what is of its entities. It consumes 0.5 read
/// capacity units per 4 KB of all that it evaluates (1 where it reads consistently), and is not a picture of one moment:
/// what is written meanwhile may be in it or not. A page is one request of each [segment](Self::segments), and can be short
/// or empty and still have a cursor.
#[must_use = "nothing is read until it is awaited or streamed"]
pub struct PatternScan<P> {
    request: Request,
    pattern: PhantomData<fn() -> P>,
}

impl<P: QueryPattern> PatternScan<P> {
    /// A scan of the pattern.
    #[doc(hidden)]
    pub fn new(handle: &impl Handle) -> Self {
        let mut request = Request::new(handle, <P::Entity as Entity>::SCHEMA, P::PLAN);
        request.scanned = P::SCANNED;
        Self { request, pattern: PhantomData }
    }

    /// Returns at most so many items, instead of the pattern's own limit.
    pub fn limit(mut self, items: u32) -> Self {
        self.request.limit = Some(items);
        self
    }

    reading_options!();

    /// Lets one `.await` make up to so many requests of each segment, instead of 1, until the limit is reached.
    pub fn requests(mut self, requests: u32) -> Self {
        self.request.requests = requests.max(1);
        self
    }

    /// Reads so many segments at once, from 1, which it is otherwise, to 100. A cursor goes on only with the number of
    /// segments that it was made with.
    pub fn segments(mut self, segments: u8) -> Self {
        self.request.segments = segments.clamp(1, 100);
        self
    }

    /// Gives only items that meet the condition: DynamoDB's FilterExpression; several must all hold. It saves no capacity.
    /// Of a scan of several entities only items of the first are filtered.
    pub fn filter(mut self, condition: Condition<P::Entity>) -> Self {
        self.request.filter(condition, <P::Entity as Entity>::SCHEMA, P::PLAN.mixed);
        self
    }

    /// Goes on behind a page. The cursor must be of the same pattern, filter and number of segments.
    pub fn after(mut self, cursor: impl Into<Option<Cursor>>) -> Self {
        self.request.cursor = cursor.into();
        self
    }

    /// All items, page after page, as a stream that requests as it is read. The limit holds for the whole stream.
    pub fn stream(self) -> ItemStream<P> {
        ItemStream::new(self.request)
    }
}

impl<P: QueryPattern> IntoFuture for PatternScan<P> {
    type Output = Result<Page<P::Item>, Error>;
    type IntoFuture = Pending<Page<P::Item>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(page(self.request, P::TTL))
    }
}

impl<P> Clone for PatternScan<P> {
    fn clone(&self) -> Self {
        Self { request: self.request.clone(), pattern: PhantomData }
    }
}

impl<P: QueryPattern> fmt::Debug for PatternScan<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternScan").field("pattern", &P::PLAN.pattern).finish_non_exhaustive()
    }
}
