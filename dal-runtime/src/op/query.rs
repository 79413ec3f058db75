//! Query: a page of a pattern.

use std::future::IntoFuture;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use super::collect::Collection;
use super::raw::RawQuery;
use super::request::{Lane, Position, Prepared, Request, reading_options};
use super::stream::ItemStream;
use super::{Pending, Sent, fan};
use crate::codec::Codec;
use crate::condition::Condition;
use crate::cursor::Cursor;
use crate::entity::{Entity, Projection};
use crate::error::{Error, ItemError};
use crate::handle::Handle;
use crate::hydrate::{Hydrate, whole};
use crate::item::json::Scanner;
use crate::item::{DecodeError, RawItem};
use crate::page::Page;
use crate::row::{Here, ReadItem, Row};
use crate::schema::{EntitySchema, QueryPlan};
use crate::wire::Items;
use dal_key::Part;

/// A declared pattern that one Query answers: a marker type that the derive makes.
pub trait QueryPattern: Send + Sync + 'static {
    /// The entity, or the first one of a collection, whose keys it reads.
    type Entity: Entity;
    /// What a page holds.
    type Item: for<'a> ReadItem<'a> + Send + 'static;
    /// What it does.
    const PLAN: &'static QueryPlan;
    /// The entities whose items a scan gives: it passes over all others.
    const SCANNED: &'static [&'static EntitySchema] = &[<Self::Entity as Entity>::SCHEMA];
    /// The TTL attribute by which items are hidden.
    const TTL: Option<&'static str> = <Self::Entity as Entity>::SCHEMA.ttl;
}

/// A pattern whose callers may range over a part of the key: declared by `range:`.
#[diagnostic::on_unimplemented(
    message = "the pattern `{Self}` takes no range",
    label = "no `range:` in patterns.yaml",
    note = "declare `range: <part>` on the pattern, where <part> is the first part of the sort key that it does not bind"
)]
pub trait Ranged: QueryPattern {
    /// The Rust type of the part.
    type Value: 'static;
    /// How it is a part of keys.
    const CODEC: Codec<Self::Value>;
}

/// A collection as a struct whose pattern's callers may range over a part of the key: declared by `range:`.
#[diagnostic::on_unimplemented(
    message = "the pattern of `{Self}` takes no range",
    label = "no `range:` in patterns.yaml",
    note = "declare `range: <part>` on the pattern, where <part> is the first part of the sort key that it does not bind"
)]
pub trait RangedCollection: Collection {
    /// The Rust type of the part.
    type Value: 'static;
    /// How it is a part of keys.
    const CODEC: Codec<Self::Value>;
}

/// A pattern that reads the table itself, which DynamoDB can read consistently.
#[diagnostic::on_unimplemented(
    message = "the pattern `{Self}` cannot read consistently",
    label = "it reads a global secondary index",
    note = "DynamoDB updates global secondary indexes after the write, and refuses consistent reads on them"
)]
pub trait OnTable: QueryPattern {}

/// One Query of a pattern: awaits to one [`Page`]; [`stream`](Self::stream) gives all items.
///
/// Each item is as one write left it, but a page is **not** atomic: what is written meanwhile may be in it or not. For one
/// point in time, see [`TransactionGet`](crate::TransactionGet).
///
/// It consumes 0.5 read capacity units per 4 KB that it reads (1 where it reads consistently): of whole items on the
/// table, of projected ones on an index.
#[must_use = "nothing is read until it is awaited or streamed"]
pub struct Query<P> {
    pub(super) request: Request,
    pattern: PhantomData<fn() -> P>,
}

impl<P: QueryPattern> Query<P> {
    /// A query of the pattern.
    #[doc(hidden)]
    pub fn new(handle: &impl Handle) -> Self {
        let request = Request::new(handle, <P::Entity as Entity>::SCHEMA, P::PLAN);
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

    /// Reads only keys whose ranged part lies in `range`: inclusive, exclusive, half-open or unbounded.
    pub fn range(mut self, range: impl RangeBounds<P::Value>) -> Self
    where
        P: Ranged,
    {
        self.request.range(&P::CODEC, &range);
        self
    }

    /// Returns at most so many items, instead of the pattern's own limit.
    pub fn limit(mut self, items: u32) -> Self {
        self.request.limit = Some(items);
        self
    }

    reading_options!();

    /// Lets one `.await` make up to so many requests, instead of 1, until the limit is reached.
    pub fn requests(mut self, requests: u32) -> Self {
        self.request.requests = requests.max(1);
        self
    }

    /// Gives only items that meet the condition: DynamoDB's FilterExpression; several must all hold.
    ///
    /// A filter saves no capacity: what it leaves out was read and is paid for. It is for narrowing what a key condition has
    /// found already; what is looked for often belongs into a key. It may not name attributes of the key that is queried,
    /// and on an index only attributes that the index holds: else [`Error::Expression`] before anything is sent.
    ///
    /// [`limit`](Self::limit) counts the items that pass. One request evaluates up to 1 MB to find them, unless
    /// [`page_size`](Self::page_size) says less, and one `.await` makes one request, unless [`requests`](Self::requests)
    /// allows more: a page can be short or empty, and still have a cursor. Of a collection of several entities only items
    /// of the first are filtered. A cursor is good only with the same filter.
    pub fn filter(mut self, condition: Condition<P::Entity>) -> Self {
        self.request.filter(condition, <P::Entity as Entity>::SCHEMA, P::PLAN.mixed);
        self
    }

    /// Reads from the other end of the sort order.
    pub fn reverse(mut self) -> Self {
        self.request.descending = !self.request.descending;
        self
    }

    /// Goes on behind a page. The cursor must be of the same pattern, parameters, direction and scope.
    pub fn after(mut self, cursor: impl Into<Option<Cursor>>) -> Self {
        self.request.cursor = cursor.into();
        self
    }

    /// Gives the whole items that the index entries stand for, instead of what the index holds of them: reads each again, by
    /// its key, from the table.
    pub fn hydrate(self) -> Hydrate<P>
    where
        P::Item: Projection<Entity = P::Entity>,
    {
        Hydrate::new(self.request)
    }

    /// One page whose items stay in the text that DynamoDB answered, to be read into types that borrow from it: see
    /// [`RawPage`](crate::RawPage).
    pub fn raw(self) -> RawQuery<P> {
        RawQuery { request: self.request, pattern: PhantomData }
    }

    /// All items, page after page, as a stream that requests as it is read. The limit holds for the whole stream.
    pub fn stream(self) -> ItemStream<P> {
        ItemStream::new(self.request)
    }
}

/// What becomes of the items of an answer.
pub(super) trait Reader {
    /// What a page holds.
    type Row;

    /// Reads the item that the scanner stands before, where it is plain what it is.
    fn here(
        &mut self,
        scan: &mut Scanner<'_>,
        tenant: &[Part<'static>],
        ttl: Option<(&'static str, i64)>,
    ) -> Option<Self::Row>;

    /// Reads an item of an answer of that body.
    fn read(&mut self, row: Row<'_>, body: &[u8]) -> Result<Self::Row, ItemError>;

    /// Takes an answer that was read.
    fn keep(&mut self, answer: Sent);
}

/// Items become values of their own.
struct Owned<I>(PhantomData<fn() -> I>);

impl<I: for<'a> ReadItem<'a>> Reader for Owned<I> {
    type Row = I;

    fn here(
        &mut self,
        scan: &mut Scanner<'_>,
        tenant: &[Part<'static>],
        ttl: Option<(&'static str, i64)>,
    ) -> Option<I> {
        I::read_here(Here::new(scan, tenant, ttl))
    }

    fn read(&mut self, row: Row<'_>, _: &[u8]) -> Result<I, ItemError> {
        I::read(row)
    }

    fn keep(&mut self, _: Sent) {}
}

/// Reads pages until the limit or the allowed requests are reached, or nothing is left; each item as an `I`, without those
/// that the TTL attribute says are expired.
pub(crate) async fn page<I: for<'a> ReadItem<'a> + Send>(
    request: Request,
    ttl: Option<&'static str>,
) -> Result<Page<I>, Error> {
    if request.plan.hydrate { whole(request, ttl).await } else { found(request, ttl).await }
}

/// A page of what the query itself finds.
pub(crate) async fn found<I: for<'a> ReadItem<'a> + Send>(
    request: Request,
    ttl: Option<&'static str>,
) -> Result<Page<I>, Error> {
    let prepared = request.prepare()?;
    let mut page = Page::new();
    let mut positions = prepared.positions()?;
    if prepared.request().limit == Some(0) {
        return Ok(page);
    }
    match (prepared.only(), positions.pop()) {
        (Some(lane), Some(position)) if positions.is_empty() => {
            fill(&prepared, lane, position, ttl, &mut Owned(PhantomData), &mut page).await?;
        }
        (_, last) => {
            positions.extend(last);
            fan::fill(&prepared, positions, ttl, &mut page).await?;
        }
    }
    Ok(page)
}

pub(super) async fn fill<R: Reader>(
    prepared: &Prepared,
    lane: &Lane,
    mut position: Position,
    ttl: Option<&'static str>,
    reader: &mut R,
    page: &mut Page<R::Row>,
) -> Result<(), Error> {
    let request = prepared.request();
    while position != Position::End {
        let missing =
            request.limit.map(|limit| limit.saturating_sub(u32::try_from(page.len()).unwrap_or(u32::MAX)));
        let start = match &position {
            Position::Behind(start) => Some(start),
            _ => None,
        };
        let answer = prepared.send(lane, start, request.evaluate(missing)).await?;
        let mut taking = Taking::new(request, ttl, missing, reader, page, answer.body());
        let view = prepared.view_items(&answer, &mut taking, |taking| taking.seen)?;
        let Taking { taken, more, last, .. } = taking;
        page.requests += 1;
        page.evaluated += view.scanned_count;
        page.consumed += view.total_consumed().map_or(0.0, |units| units.total);
        position = match (more, last, view.last_evaluated_key) {
            // The limit cut a page that DynamoDB had read further: the next page goes on behind the last item taken.
            (true, Some(raw), _) => Position::Behind(lane.behind(raw)?),
            (_, _, Some(key)) => Position::Behind(lane.behind(key)?),
            _ => Position::End,
        };
        reader.keep(answer);
        let full = Some(taken) == missing;
        if full || page.requests >= request.requests {
            page.cut_short = !full && position != Position::End && request.limit.is_some();
            break;
        }
    }
    page.cursor = prepared.cursor(std::iter::once(&position))?;
    Ok(())
}

/// Takes the items of one answer.
struct Taking<'f, 'a, R: Reader> {
    request: &'f Request,
    ttl: Option<&'static str>,
    /// The TTL attribute, and the time after which an item is not hidden, where any is.
    hiding: Option<(&'static str, i64)>,
    missing: Option<u32>,
    reader: &'f mut R,
    page: &'f mut Page<R::Row>,
    /// How many rows the page had before.
    before: usize,
    body: &'a [u8],
    /// How many items there were, how many of them were taken, and whether one was left; and the last that was not.
    seen: usize,
    taken: u32,
    more: bool,
    last: Option<RawItem<'a>>,
}

impl<'f, 'a, R: Reader> Taking<'f, 'a, R> {
    fn new(
        request: &'f Request,
        ttl: Option<&'static str>,
        missing: Option<u32>,
        reader: &'f mut R,
        page: &'f mut Page<R::Row>,
        body: &'a [u8],
    ) -> Self {
        let hiding = ttl.filter(|_| !request.expired);
        let hiding = hiding.map(|ttl| (ttl, request.reach.core.clock.epoch_seconds()));
        let before = page.rows.len();
        Self {
            request,
            ttl,
            hiding,
            missing,
            reader,
            page,
            before,
            body,
            seen: 0,
            taken: 0,
            more: false,
            last: None,
        }
    }
}

impl<'a, R: Reader> Items<'a> for Taking<'_, 'a, R> {
    fn begin(&mut self, expected: usize) {
        self.page.rows.truncate(self.before);
        (self.seen, self.taken, self.more, self.last) = (0, 0, false, None);
        let most = self.missing.and_then(|missing| usize::try_from(missing).ok()).unwrap_or(expected);
        self.page.rows.reserve(expected.min(most));
    }

    fn item(&mut self, scan: &mut Scanner<'a>) -> Result<(), DecodeError> {
        scan.whitespace();
        self.seen += 1;
        if Some(self.taken) == self.missing {
            self.more = true;
            return RawItem::scan(scan).map(drop);
        }
        let (start, mark) = (scan.pos(), scan.mark());
        let tenant = &self.request.reach.tenant;
        // A scan passes over other entities, which are no errors there.
        if !self.request.plan.scan
            && let Some(row) = self.reader.here(scan, tenant, self.hiding)
        {
            self.last = Some(RawItem::trusted(scan.since(start)?));
            self.page.rows.push(Ok(row));
            self.taken += 1;
            return Ok(());
        }
        scan.back_to(mark);
        let raw = RawItem::scan(scan)?;
        self.last = Some(raw);
        let read = |row: Row<'_>| self.reader.read(row, self.body);
        if let Some(row) = fan::read(self.request, raw, self.ttl, read) {
            self.page.rows.push(row);
            self.taken += 1;
        }
        Ok(())
    }
}

impl<P: QueryPattern> IntoFuture for Query<P> {
    type Output = Result<Page<P::Item>, Error>;
    type IntoFuture = Pending<Page<P::Item>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(page(self.request, P::TTL))
    }
}

impl<P> Clone for Query<P> {
    fn clone(&self) -> Self {
        Self { request: self.request.clone(), pattern: PhantomData }
    }
}

impl<P: QueryPattern> std::fmt::Debug for Query<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query").field("pattern", &P::PLAN.pattern).finish_non_exhaustive()
    }
}
