//! Batch get: any number of items by their keys.

use std::collections::HashMap;
use std::fmt;
use std::future::IntoFuture;

use super::drive::{Job, Kind, Named, drive, elements};
use super::error::{Unprocessed, UnprocessedItem};
use super::gets::{Answers, Ask, Gets, Slot};
use super::progress::{Options, Progress, batch_options};
use crate::body::Body;
use crate::entity::Entity;
use crate::error::Error;
use crate::op::Pending;
use crate::op::get::Get;
use crate::wire::{BatchGetItem, View};

/// BatchGetItem over any number of keys, of one or several entities and tables: awaits to [`Found`].
///
/// It makes one request per 100 different keys, several at once, and more where DynamoDB leaves keys unprocessed (an
/// answer holds up to 16 MB): those are asked for again, with exponential backoff and full jitter, until all are
/// answered, or nothing was for [30 seconds](Self::patience), or the [deadline](Self::deadline) is over. A key that is
/// given twice is asked for once and answered at each of its positions. Without keys there is no request.
///
/// It consumes 0.5 read capacity units per 4 KB of each item, 1 where it reads consistently, and as much as one of 4 KB
/// for an item that is not there. It is **not** atomic: each item is as it was when it was read. For one point in time,
/// see [`TransactionGet`](crate::TransactionGet).
///
/// ```
/// # use dal_runtime::{BatchGet, Entity, Error, Get};
/// # async fn both<A: Entity, B: Entity>(a: Get<A>, b: Vec<Get<B>>) -> Result<(), Error> {
/// let (one, many): (Option<A>, Vec<Option<B>>) = BatchGet::new((a, b)).await?.into_items()?;
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is read until it is awaited"]
pub struct BatchGet<G> {
    gets: G,
    options: Options,
    /// What an earlier call found, to go on from.
    before: Option<Plan>,
}

/// The jobs of a batch, and what is known of them.
pub(crate) struct Plan {
    jobs: Vec<Job>,
    /// The job that answers each position.
    positions: Vec<usize>,
    found: Vec<Option<Vec<u8>>>,
    done: Vec<bool>,
}

/// What a [`BatchGet`] found: an answer at the position of each key, and what is left unprocessed.
///
/// As with a [`Page`](crate::Page), one item that cannot be read costs none of the others:
/// [`into_items`](Self::into_items) gives all items or the errors, [`into_each`](Self::into_each) each item or its error.
#[must_use = "it holds items, and says which were left unprocessed"]
pub struct Found<G> {
    gets: G,
    plan: Plan,
    cause: Option<Error>,
    progress: Progress,
}

struct Keys;

impl Kind for Keys {
    type Op = BatchGetItem;
    const MAX: usize = 100;
    const PATTERN: &'static str = "batch_get";

    fn table(body: &mut Body, name: &str, jobs: &[&Job], consistent: bool) {
        body.object(name, |body| {
            elements(body, "Keys", jobs);
            body.flag("ConsistentRead", consistent);
        });
    }

    fn answer<'v>(view: &'v View<'_>) -> (Vec<Named<'v>>, Vec<Named<'v>>) {
        let named = |tables: &'v [crate::wire::TableItems<'_>]| {
            let items = tables.iter().flat_map(|table| table.items.iter().map(|raw| (&*table.table, *raw)));
            items.collect()
        };
        (named(&view.tables), named(&view.unprocessed_keys))
    }
}

/// Asks for items: the plan says what became of each, at its position.
pub(crate) async fn fetch(asks: Vec<Ask>, options: &mut Options) -> (Plan, Option<Error>, Progress) {
    let mut plan = Plan::new(asks);
    let (cause, progress) = plan.run(options).await;
    (plan, cause, progress)
}

impl Plan {
    fn new(asks: Vec<Ask>) -> Self {
        let mut known = HashMap::with_capacity(asks.len());
        let positions: Vec<usize> = asks
            .iter()
            .map(|ask| {
                let core = &ask.reach.core;
                let next = known.len();
                *known.entry((core.client_id, core.table.as_str(), ask.key.normal())).or_insert(next)
            })
            .collect();
        let mut jobs: Vec<Job> = Vec::with_capacity(known.len());
        for (number, Ask { reach, entity, key, consistent }) in positions.iter().zip(asks) {
            match jobs.get_mut(*number) {
                // Asked for once; consistently if any position is to be.
                Some(job) => job.consistent |= consistent,
                None => {
                    let json = Body::new().attributes_of(&key);
                    jobs.push(Job { reach, entity, key, json, around: ("", ""), consistent });
                }
            }
        }
        let (found, done) = (vec![None; jobs.len()], vec![false; jobs.len()]);
        Self { jobs, positions, found, done }
    }

    async fn run(&mut self, options: &mut Options) -> (Option<Error>, Progress) {
        let outcome = drive::<Keys>(&self.jobs, std::mem::take(&mut self.done), options).await;
        for (found, new) in self.found.iter_mut().zip(outcome.found) {
            *found = new.or_else(|| found.take());
        }
        self.done = outcome.done;
        (outcome.cause, outcome.progress)
    }

    pub(crate) fn slot(&self, position: usize) -> Slot<'_> {
        let number = self.positions.get(position).copied().unwrap_or(usize::MAX);
        match (self.found.get(number), self.done.get(number)) {
            (Some(Some(json)), _) => Slot::Found(json),
            (_, Some(true)) => Slot::Missing,
            _ => Slot::Unprocessed,
        }
    }

    /// The error that says which keys are left.
    pub(crate) fn left(&self, cause: Option<Error>) -> Error {
        let (items, total) = (self.unprocessed(), self.positions.len());
        Error::Unprocessed(Box::new(Unprocessed { operation: "BatchGetItem", items, total, cause }))
    }

    pub(crate) fn is_complete(&self) -> bool {
        !self.done.contains(&false)
    }

    fn unprocessed(&self) -> Vec<UnprocessedItem> {
        let left = |position: &usize| matches!(self.slot(*position), Slot::Unprocessed);
        let item = |position: usize| {
            let job = self.positions.get(position).and_then(|number| self.jobs.get(*number))?;
            Some(UnprocessedItem { position, entity: job.entity.name, key: job.key.to_string() })
        };
        (0..self.positions.len()).filter(left).filter_map(item).collect()
    }
}

impl<G: Gets> BatchGet<G> {
    /// A batch of gets: a `Vec` of one entity's, or a tuple of several entities'.
    pub fn new(gets: G) -> Self {
        Self { gets, options: Options::default(), before: None }
    }

    batch_options!();

    async fn run(self) -> Result<Found<G>, Error> {
        let Self { gets, mut options, before } = self;
        let mut plan = match before {
            Some(plan) => plan,
            None => {
                let mut asks = Vec::new();
                gets.ask(&mut asks);
                Plan::new(asks.into_iter().collect::<Result<_, _>>()?)
            }
        };
        let (cause, progress) = plan.run(&mut options).await;
        Ok(Found { gets, plan, cause, progress })
    }
}

impl<E: Entity> BatchGet<Vec<Get<E>>> {
    /// Reads consistently: sees every write that succeeded before. Doubles the capacity consumed.
    pub fn consistent(mut self) -> Self {
        self.gets.iter_mut().for_each(|get| get.consistent = true);
        self
    }

    /// Gives items even if their TTL is over.
    pub fn include_expired(mut self) -> Self {
        self.gets.iter_mut().for_each(|get| get.expired = true);
        self
    }
}

impl<G: Gets> Found<G> {
    /// Whether every key was answered.
    pub fn is_complete(&self) -> bool {
        self.plan.is_complete()
    }

    /// The keys that were not answered, at each of their positions.
    pub fn unprocessed(&self) -> Vec<UnprocessedItem> {
        self.plan.unprocessed()
    }

    /// Why keys are left, where a request failed; none where DynamoDB only left them out, or answered all.
    pub fn cause(&self) -> Option<&Error> {
        self.cause.as_ref()
    }

    /// A call for what is left: it awaits to all positions, with what was found before.
    pub fn resume(self) -> BatchGet<G> {
        BatchGet { gets: self.gets, options: Options::default(), before: Some(self.plan) }
    }

    /// The items at the positions of their keys: `None` where there is none, or its TTL is over.
    ///
    /// # Errors
    ///
    /// [`Error::Unprocessed`] when keys are left, [`Error::Items`] with every item that cannot be read.
    pub fn into_items(self) -> Result<G::Items, Error> {
        if !self.is_complete() {
            return Err(self.plan.left(self.cause));
        }
        all_items::<G>(self.into_each())
    }

    /// Each item, or its error, at the position of its key.
    pub fn into_each(self) -> G::Each {
        let slots = (0..self.plan.positions.len()).map(|position| self.plan.slot(position)).collect();
        self.gets.each(&mut Answers::new(slots))
    }

    /// What it took: requests, retries, capacity.
    pub fn progress(&self) -> Progress {
        self.progress
    }
}

impl<E: Entity> Found<Vec<Get<E>>> {
    /// The typed keys that were not answered, in the order in which they were given.
    pub fn unprocessed_keys(&self) -> impl Iterator<Item = &E::Key> {
        let left = |position: usize| matches!(self.plan.slot(position), Slot::Unprocessed);
        self.gets.iter().enumerate().filter(move |(position, _)| left(*position)).map(|(_, get)| &get.key)
    }
}

/// All items, or all their errors as one.
pub(crate) fn all_items<G: Gets>(each: G::Each) -> Result<G::Items, Error> {
    let mut errors = Vec::new();
    let items = G::items(each, &mut errors);
    match (items, errors.is_empty()) {
        (Some(items), true) => Ok(items),
        _ => Err(Error::merge(errors)),
    }
}

impl<G: Gets> IntoFuture for BatchGet<G> {
    type Output = Result<Found<G>, Error>;
    type IntoFuture = Pending<Found<G>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<G> fmt::Debug for BatchGet<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchGet").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<G> fmt::Debug for Found<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found")
            .field("positions", &self.plan.positions.len())
            .field("unprocessed", &self.plan.unprocessed().len())
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}
