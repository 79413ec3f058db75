//! Several queries that answer as one: shards, listed values, buckets, and the segments of a scan.
//!
//! Each query is a lane, in the order of its keys. Lanes are merged by what of the sort key they do not fix, so that
//! items come in the order that one list of them all would have. A page ends behind the last item given of each lane, and
//! its cursor holds these places: what was read further is read again.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::pin::Pin;
use std::task::Poll;

use super::request::{Lane, Position, Prepared, Request, Start};
use crate::error::{Error, ItemError};
use crate::item::RawItem;
use crate::page::Page;
use crate::row::{ReadItem, Row};

use dal_key::KeyValue;

/// A lane, and what was read of it.
struct Feed<'p, I> {
    lane: &'p Lane,
    /// Behind the last item that was given.
    at: Position,
    /// What was read behind it.
    rows: VecDeque<Waiting<I>>,
    /// Where the next request begins.
    next: Position,
    requests: u32,
}

/// An item that was read and not given yet.
struct Waiting<I> {
    order: Vec<KeyValue>,
    behind: Start,
    /// Nothing for a hidden item: it is only passed.
    row: Option<Result<I, ItemError>>,
}

/// What one request read.
struct Fetched<I> {
    rows: VecDeque<Waiting<I>>,
    next: Position,
    evaluated: u64,
    consumed: f64,
}

impl<I> Feed<'_, I> {
    fn is_at_end(&self) -> bool {
        self.rows.is_empty() && self.next == Position::End
    }

    /// Where the lane goes on.
    fn position(&self) -> &Position {
        if self.rows.is_empty() { &self.next } else { &self.at }
    }
}

/// Reads a page of all lanes: each makes at most the allowed number of requests.
pub(crate) async fn fill<I: for<'a> ReadItem<'a> + Send>(
    prepared: &Prepared,
    positions: Vec<Position>,
    ttl: Option<&'static str>,
    page: &mut Page<I>,
) -> Result<(), Error> {
    let request = prepared.request();
    let ordered = !request.plan.scan;
    let sort = request.sort_attributes();
    let mut feeds: Vec<Feed<'_, I>> = prepared
        .lanes()
        .iter()
        .zip(positions)
        .map(|(lane, at)| Feed { lane, at: at.clone(), rows: VecDeque::new(), next: at, requests: 0 })
        .collect();
    let mut full = false;
    while let Some(turn) = feeds.iter().filter(|feed| !feed.is_at_end()).map(|feed| feed.lane.turn).min() {
        let missing =
            request.limit.map(|limit| limit.saturating_sub(u32::try_from(page.len()).unwrap_or(u32::MAX)));
        if missing == Some(0) {
            full = true;
            break;
        }
        let is_due =
            |feed: &Feed<'_, I>| feed.lane.turn == turn && feed.rows.is_empty() && feed.next != Position::End;
        let may = |feed: &Feed<'_, I>| feed.requests < request.requests;
        let waits = |feed: &Feed<'_, I>| feed.lane.turn == turn && !feed.rows.is_empty();
        let blocked = feeds.iter().any(|feed| is_due(feed) && !may(feed));
        let due: Vec<usize> = (0..feeds.len())
            .filter(|&n| feeds.get(n).is_some_and(|feed| is_due(feed) && may(feed)))
            .collect();
        // What comes next is known only when every lane of the turn has shown its next item.
        if blocked && (ordered || (due.is_empty() && !feeds.iter().any(waits))) {
            break;
        }
        if !due.is_empty() {
            let reads = due.iter().filter_map(|&number| {
                let feed = feeds.get(number)?;
                Some(fetch(prepared, feed.lane, feed.next.clone(), request.evaluate(missing), ttl, &sort))
            });
            let fetched = all(reads.collect()).await;
            for (number, fetched) in due.into_iter().zip(fetched) {
                let Fetched { rows, next, evaluated, consumed } = fetched?;
                page.requests += 1;
                page.evaluated += evaluated;
                page.consumed += consumed;
                if let Some(feed) = feeds.get_mut(number) {
                    feed.requests += 1;
                    (feed.rows, feed.next) = (rows, next);
                }
            }
            continue;
        }
        let next = feeds.iter_mut().filter(|feed| waits(feed)).min_by(|one, other| {
            let order = match (one.rows.front(), other.rows.front()) {
                (Some(one), Some(other)) if ordered => compare(&one.order, &other.order),
                _ => Ordering::Equal,
            };
            // Of equal ones the first lane comes first, in both directions.
            if request.descending { order.reverse() } else { order }
        });
        let Some(feed) = next else { continue };
        let Some(Waiting { behind, row, .. }) = feed.rows.pop_front() else { continue };
        feed.at = Position::Behind(behind);
        page.rows.extend(row);
    }
    let end = feeds.iter().all(Feed::is_at_end);
    page.cut_short = !full && !end && request.limit.is_some();
    page.cursor = prepared.cursor(feeds.iter().map(Feed::position))?;
    Ok(())
}

async fn fetch<I: for<'a> ReadItem<'a>>(
    prepared: &Prepared,
    lane: &Lane,
    from: Position,
    evaluate: Option<u32>,
    ttl: Option<&'static str>,
    sort: &[&str],
) -> Result<Fetched<I>, Error> {
    let request = prepared.request();
    let start = match &from {
        Position::Behind(start) => Some(start),
        _ => None,
    };
    let answer = prepared.send(lane, start, evaluate).await?;
    let view = prepared.view(&answer)?;
    let mut rows = VecDeque::with_capacity(view.items.len());
    for raw in &view.items {
        let behind = lane.behind(*raw)?;
        let order = lane.order(&behind, sort);
        rows.push_back(Waiting { order, behind, row: read(request, *raw, ttl, I::read) });
    }
    let next = match view.last_evaluated_key {
        Some(key) => Position::Behind(lane.behind(key)?),
        None => Position::End,
    };
    let consumed = view.total_consumed().map_or(0.0, |units| units.total);
    Ok(Fetched { rows, next, evaluated: view.scanned_count, consumed })
}

/// An item of an answer, or nothing for one that is hidden: expired, or of an entity that is not read.
pub(crate) fn read<'a, T>(
    request: &'a Request,
    raw: RawItem<'a>,
    ttl: Option<&'static str>,
    read: impl FnOnce(Row<'a>) -> Result<T, ItemError>,
) -> Option<Result<T, ItemError>> {
    let row = Row::new(raw, request.entity, &request.reach.tenant);
    if let Some(ttl) = ttl.filter(|_| !request.expired)
        && row.is_expired(Some(ttl), request.reach.core.clock.epoch_seconds())
    {
        return None;
    }
    let is_read = |row: &Row<'_>| request.scanned.iter().any(|entity| row.is_of(entity));
    if request.plan.scan && !is_read(&row) || row.is_one_of(request.plan.skip) {
        return None;
    }
    let read = read(row);
    if let Err(error) = &read {
        tracing::warn!(pattern = request.plan.pattern, %error, "an item could not be read");
    }
    Some(read)
}

/// The order of what two items' lanes leave open of their sort keys.
pub(crate) fn compare(one: &[KeyValue], other: &[KeyValue]) -> Ordering {
    let pairs = one.iter().zip(other).map(|(one, other)| one.compare(other).unwrap_or(Ordering::Equal));
    pairs.fold(Ordering::Equal, Ordering::then)
}

/// Waits for all, side by side; what each gives, in their order.
pub(crate) async fn all<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    enum Slot<F: Future> {
        Waiting(Pin<Box<F>>),
        Done(Option<F::Output>),
    }
    let mut slots: Vec<Slot<F>> = futures.into_iter().map(|future| Slot::Waiting(Box::pin(future))).collect();
    std::future::poll_fn(|context| {
        let mut waiting = false;
        for slot in &mut slots {
            if let Slot::Waiting(future) = slot {
                match future.as_mut().poll(context) {
                    Poll::Ready(output) => *slot = Slot::Done(Some(output)),
                    Poll::Pending => waiting = true,
                }
            }
        }
        if waiting { Poll::Pending } else { Poll::Ready(()) }
    })
    .await;
    slots
        .into_iter()
        .filter_map(|slot| match slot {
            Slot::Done(output) => output,
            Slot::Waiting(_) => None,
        })
        .collect()
}
