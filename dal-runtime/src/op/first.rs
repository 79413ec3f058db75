//! First and latest: the one item at an end of a range.

use std::future::IntoFuture;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use super::Pending;
use super::query::{QueryPattern, Ranged, page};
use super::request::{Request, reading_options};
use crate::codec::Codec;
use crate::condition::Condition;
use crate::entity::Entity;
use crate::error::Error;
use crate::handle::Handle;

/// How many items the second and later requests evaluate, when the first items found were hidden.
const LOOK_PAST: u32 = 25;

/// One Query that gives one item, the first in the pattern's order, or `None`. The item is as one write left it; which one is
/// the first may change meanwhile.
///
/// It looks past items whose TTL is over: one request of one item, then more in steps of 25, up to the
/// [allowed number](Self::requests) of requests (4 unless changed).
#[must_use = "nothing is read until it is awaited"]
pub struct First<P> {
    request: Request,
    pattern: PhantomData<fn() -> P>,
}

impl<P: QueryPattern> First<P> {
    /// A query of the pattern.
    #[doc(hidden)]
    pub fn new(handle: &impl Handle) -> Self {
        let mut request = Request::new(handle, <P::Entity as Entity>::SCHEMA, P::PLAN);
        request.limit = Some(1);
        request.requests = P::PLAN.requests.unwrap_or(4);
        Self { request, pattern: PhantomData }
    }

    /// Binds a parameter.
    #[doc(hidden)]
    pub fn bind<V>(mut self, number: u16, codec: Codec<V>, value: V) -> Self {
        self.request.bind(number, codec.part(&value));
        self
    }

    /// Reads only keys whose next part begins with this text; all of them where it is empty.
    #[doc(hidden)]
    pub fn begins_with(mut self, beginning: impl Into<String>) -> Self {
        self.request.begins_with(beginning.into());
        self
    }

    /// Considers only keys whose ranged part lies in `range`.
    pub fn range(mut self, range: impl RangeBounds<P::Value>) -> Self
    where
        P: Ranged,
    {
        self.request.range(&P::CODEC, &range);
        self
    }

    /// Gives only items that meet the condition: DynamoDB's FilterExpression; several must all hold.
    ///
    /// A filter saves no capacity: what it leaves out was read and is paid for. It is for narrowing what a key condition has
    /// found already; what is looked for often belongs into a key. It may not name attributes of the key that is queried,
    /// and on an index only attributes that the index holds: else [`Error::Expression`] before anything is sent.
    ///
    /// It looks past items that do not pass: up to 1 MB a request, unless [`page_size`](Self::page_size) says less.
    pub fn filter(mut self, condition: Condition<P::Entity>) -> Self {
        self.request.filter(condition, <P::Entity as Entity>::SCHEMA, P::PLAN.mixed);
        self
    }

    reading_options!();

    /// Lets it make up to so many requests to look past hidden items.
    pub fn requests(mut self, requests: u32) -> Self {
        self.request.requests = requests.max(1);
        self
    }

    async fn run(self) -> Result<Option<P::Item>, Error> {
        let allowed = self.request.requests;
        let mut request = self.request;
        request.requests = 1;
        for _ in 0..allowed {
            let page = page(request.clone(), P::TTL).await?;
            request.cursor = page.cursor();
            if request.filter.is_none() {
                request.page_size.get_or_insert(LOOK_PAST);
            }
            if let Some(row) = page.into_iter().next() {
                return Ok(Some(row?));
            }
            if request.cursor.is_none() {
                return Ok(None);
            }
        }
        Err(Error::CutShort { pattern: P::PLAN.pattern, requests: allowed })
    }
}

impl<P: QueryPattern> IntoFuture for First<P> {
    type Output = Result<Option<P::Item>, Error>;
    type IntoFuture = Pending<Option<P::Item>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<P> Clone for First<P> {
    fn clone(&self) -> Self {
        Self { request: self.request.clone(), pattern: PhantomData }
    }
}

impl<P: QueryPattern> std::fmt::Debug for First<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("First").field("pattern", &P::PLAN.pattern).finish_non_exhaustive()
    }
}
