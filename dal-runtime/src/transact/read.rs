//! Transactions of reads.

use std::collections::HashMap;
use std::fmt;
use std::future::IntoFuture;
use std::time::Duration;

use super::failed::TransactionReason;
use super::send::{DEADLINE, MAX_ACTIONS, Request, cause, transact, within};
use crate::batch::get::all_items;
use crate::batch::gets::{Answers, Ask, Gets, Slot};
use crate::body::Body;
use crate::error::Error;
use crate::op::{Pending, service};
use crate::wire::{CallError, CancellationReason, TransactGetItems};

/// One TransactGetItems: up to 100 items of any entities, tenants and tables of one client, as they are at one point in time: atomic.
///
/// Awaits to the items in the shape of what was asked for ([`Gets`]), `None` where there is none, or its TTL is over.
/// Other work on the items cancels it; then, and on throttling, it is sent again, with backoff and jitter, for up to 10
/// seconds. A key that is given twice is asked for once and answered at each of its positions. Without keys there is no
/// request. It consumes two read capacity units per 4 KB of each item, and is always consistent.
///
/// ```
/// # use dal_runtime::{TransactionGet, Entity, Error, Get};
/// # async fn both<A: Entity, B: Entity>(a: Get<A>, b: Get<B>) -> Result<(), Error> {
/// let (one, other): (Option<A>, Option<B>) = TransactionGet::new((a, b)).await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is read until it is awaited"]
pub struct TransactionGet<G> {
    gets: G,
    deadline: Duration,
}

impl<G: Gets> TransactionGet<G> {
    /// A transaction of gets: a `Vec` of one entity's, or a tuple of several entities'.
    pub fn new(gets: G) -> Self {
        Self { gets, deadline: DEADLINE }
    }

    /// Goes on over conflicts and throttling for so long, instead of 10 seconds. Zero sends it once.
    pub fn deadline(mut self, time: Duration) -> Self {
        self.deadline = time;
        self
    }

    async fn run(self) -> Result<G::Items, Error> {
        let Self { gets, deadline } = self;
        let mut asks = Vec::new();
        gets.ask(&mut asks);
        let asks = asks.into_iter().collect::<Result<Vec<Ask>, _>>()?;
        let mut positions = Vec::with_capacity(asks.len());
        let mut unique: Vec<(usize, &Ask)> = Vec::new();
        let mut known = HashMap::with_capacity(asks.len());
        for (position, ask) in asks.iter().enumerate() {
            let number =
                *known.entry((ask.reach.core.table.as_str(), ask.key.normal())).or_insert(unique.len());
            if number == unique.len() {
                unique.push((position, ask));
            }
            positions.push(number);
        }
        within::<TransactGetItems>("items", unique.len(), MAX_ACTIONS)?;
        let Some((_, first)) = unique.first() else {
            return all_items::<G>(gets.each(&mut Answers::new(Vec::new())));
        };
        let reach = &first.reach;
        if let Some(other) = asks.iter().position(|ask| ask.reach.core.client_id != reach.core.client_id) {
            return Err(Error::Configuration(format!(
                "item {other} of the transaction comes from a `Dal` of another client; make the `Dal` of a second table \
                 with `of`"
            )));
        }
        let get = |body: &mut Body, (_, ask): &(usize, &Ask)| {
            body.whole(|body| {
                body.object("Get", |body| {
                    body.key(&ask.key).text("TableName", &ask.reach.core.table);
                });
            });
        };
        let body = Body::with_room(unique.len() * 256)
            .array("TransactItems", &unique, get)
            .text("ReturnConsumedCapacity", "TOTAL")
            .close();
        let same = unique.iter().all(|(_, ask)| ask.entity.name == first.entity.name);
        let request =
            Request { body, pattern: "transaction_get", entity: same.then_some(first.entity), deadline };
        let reason = |number: usize, reason: CancellationReason| {
            let (position, ask) = unique.get(number)?;
            let (entity, key) = (ask.entity.name, ask.key.to_string());
            Some(TransactionReason { position: *position, entity, key, cause: cause(reason) })
        };
        let sent = transact::<TransactGetItems>(reach, request, unique.len(), reason).await?;
        let view = sent.view::<TransactGetItems>(reach)?;
        if view.transaction.len() != unique.len() {
            let text = "the answer holds another number of items than were asked for";
            return Err(service::<TransactGetItems>(reach, CallError::incomplete::<TransactGetItems>(text)));
        }
        let slot = |number: &usize| match view.transaction.get(*number) {
            Some(Some(raw)) => Slot::Found(raw.json().as_bytes()),
            _ => Slot::Missing,
        };
        all_items::<G>(gets.each(&mut Answers::new(positions.iter().map(slot).collect())))
    }
}

impl<G: Gets> IntoFuture for TransactionGet<G> {
    type Output = Result<G::Items, Error>;
    type IntoFuture = Pending<G::Items>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<G> fmt::Debug for TransactionGet<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransactionGet").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}
