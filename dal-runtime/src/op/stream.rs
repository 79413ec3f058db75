//! Streams: all items of a query, page after page.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use super::Pending;
use super::query::{QueryPattern, page};
use super::request::Request;
use crate::error::Error;
use crate::page::Page;

/// The items of a query, requested page after page as they are read.
///
/// An item that could not be read is an error in its place, and the stream goes on behind it. A failed request ends it.
#[must_use = "a stream requests nothing until it is read"]
pub struct ItemStream<P: QueryPattern> {
    request: Request,
    state: State<P::Item>,
}

enum State<T> {
    /// The next request is to be made.
    Ready,
    /// A request is under way.
    Waiting(Pending<Page<T>>),
    /// Items of a page wait; behind them the stream goes on, or not.
    Giving {
        rows: std::vec::IntoIter<Result<T, crate::error::ItemError>>,
        more: bool,
    },
    Done,
}

impl<P: QueryPattern> ItemStream<P> {
    pub(super) fn new(request: Request) -> Self {
        Self { request, state: State::Ready }
    }

    /// The next item, or `None` at the end.
    pub async fn next(&mut self) -> Option<Result<P::Item, Error>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    fn advance(&mut self, page: Page<P::Item>) {
        if let Some(limit) = &mut self.request.limit {
            *limit = limit.saturating_sub(u32::try_from(page.len()).unwrap_or(u32::MAX));
        }
        let more = page.cursor.is_some() && self.request.limit != Some(0);
        self.request.cursor = page.cursor;
        self.state = State::Giving { rows: page.rows.into_iter(), more };
    }
}

impl<P: QueryPattern> Stream for ItemStream<P> {
    type Item = Result<P::Item, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            match &mut self.state {
                State::Ready => self.state = State::Waiting(Box::pin(page(self.request.clone(), P::TTL))),
                State::Waiting(pending) => match ready!(pending.as_mut().poll(context)) {
                    Ok(page) => self.advance(page),
                    Err(error) => {
                        self.state = State::Done;
                        return Poll::Ready(Some(Err(error)));
                    }
                },
                State::Giving { rows, more } => match rows.next() {
                    Some(row) => return Poll::Ready(Some(row.map_err(Error::from))),
                    None => self.state = if *more { State::Ready } else { State::Done },
                },
                State::Done => return Poll::Ready(None),
            }
        }
    }
}

impl<P: QueryPattern> Unpin for ItemStream<P> {}

impl<P: QueryPattern> std::fmt::Debug for ItemStream<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ItemStream").field("pattern", &P::PLAN.pattern).finish_non_exhaustive()
    }
}
