//! The drive behind batches: jobs in, requests of the right size out, and what is left at the end.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use super::pace::Pace;
use super::progress::{Options, Progress};
use crate::body::Body;
use crate::error::Error;
use crate::handle::Reach;
use crate::item::RawItem;
use crate::keys::{KeyValues, NormalKey};
use crate::op::{About, send, service};
use crate::schema::{EVERY_ENTITY, EntitySchema};
use crate::wire::{CallError, Failure, Op, View};

/// The size that a request's body may have. DynamoDB allows 16 MB; the rest is for what stands around the items.
const MAX_BODY_BYTES: usize = 16 * 1024 * 1024 - 64 * 1024;

/// One item of a batch: what to send for it, and how to know it again.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) reach: Reach,
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: KeyValues,
    /// What is sent of it: its item, or its key.
    pub(crate) json: Vec<u8>,
    /// What stands around that in the request.
    pub(crate) around: Around,
    /// Whether it is read consistently; jobs that differ in it are not sent together.
    pub(crate) consistent: bool,
}

/// What stands before and behind an element of a request.
pub(crate) type Around = (&'static str, &'static str);

impl Job {
    /// How many bytes it takes in a request.
    fn bytes(&self) -> usize {
        self.json.len() + self.around.0.len() + self.around.1.len() + 1
    }

    /// What tells it from every other job: client, table and key.
    pub(crate) fn identity(&self) -> (u64, &str, NormalKey<'_>) {
        (self.reach.core.client_id, self.table(), self.key.normal())
    }

    fn table(&self) -> &str {
        &self.reach.core.table
    }
}

/// What differs between the batches.
pub(crate) trait Kind {
    type Op: Op;
    /// How many jobs a request can hold.
    const MAX: usize;
    const PATTERN: &'static str;

    /// Writes the member of a request that holds the elements of one table.
    fn table(body: &mut Body, name: &str, elements: &[&Job], consistent: bool);

    /// What an answer holds: each item that was found, and each key or item that was left unprocessed, with its table.
    fn answer<'v>(view: &'v View<'_>) -> (Vec<Named<'v>>, Vec<Named<'v>>);
}

/// An item or a key, with its table's name.
pub(crate) type Named<'v> = (&'v str, RawItem<'v>);

/// What became of the jobs.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// What was found, by the job's number.
    pub(crate) found: Vec<Option<Vec<u8>>>,
    /// Whether it was processed, by the job's number.
    pub(crate) done: Vec<bool>,
    pub(crate) cause: Option<Error>,
    pub(crate) progress: Progress,
}

struct State<'o> {
    queue: VecDeque<usize>,
    outcome: Outcome,
    options: &'o mut Options,
    /// A request failed for good: no further one is begun.
    stopped: bool,
}

/// Locks without caring whether an observer panicked: what it guards is changed in whole steps.
fn lock<'a, 'o>(state: &'a Mutex<State<'o>>) -> MutexGuard<'a, State<'o>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does the jobs of which `done` does not say that they are.
pub(crate) async fn drive<K: Kind>(jobs: &[Job], done: Vec<bool>, options: &mut Options) -> Outcome {
    let mut queue: Vec<usize> =
        done.iter().enumerate().filter(|(_, done)| !**done).map(|(number, _)| number).collect();
    // What cannot be sent together is kept apart; else the order is the caller's.
    queue.sort_by_key(|number| jobs.get(*number).map(|job| (job.reach.core.client_id, job.consistent)));
    let (workers, patience) = (options.concurrency.min(queue.len().div_ceil(K::MAX)), options.patience);
    let progress =
        Progress { done: jobs.len() - queue.len(), total: Some(jobs.len()), ..Progress::default() };
    let outcome = Outcome { found: vec![None; jobs.len()], done, cause: None, progress };
    let state = Mutex::new(State { queue: queue.into(), outcome, options, stopped: false });
    let workers = (0..workers).map(|_| Box::pin(work::<K>(jobs, &state, Pace::new(patience))) as _);
    all(workers.collect()).await;
    state.into_inner().unwrap_or_else(PoisonError::into_inner).outcome
}

/// Sends one request after another until the queue is empty. What a request left goes back into the queue, so that
/// another worker can take it up while this one waits.
async fn work<K: Kind>(jobs: &[Job], state: &Mutex<State<'_>>, mut pace: Pace) {
    loop {
        let chunk = lock(state).next(jobs, K::MAX);
        let Some(first) = chunk.first().and_then(|number| jobs.get(*number)) else { return };
        let body = body::<K>(jobs, &chunk);
        let entity = if chunk.iter().filter_map(|number| jobs.get(*number)).all(|job| same(job, first)) {
            first.entity
        } else {
            &EVERY_ENTITY
        };
        let about = About { entity, pattern: K::PATTERN, index: None, condition: None };
        let answer = send::<K::Op>(&first.reach, about, body).await;
        let read = answer.map_err(Fault::Call).and_then(|sent| {
            let view = sent.view::<K::Op>(&first.reach).map_err(Fault::Answer)?;
            Ok(lock(state).take::<K>(jobs, &chunk, &view))
        });
        let go_on = match read {
            Ok(Taken { all: true, .. }) => {
                pace.progress();
                true
            }
            Ok(Taken { some, .. }) => {
                if some {
                    pace.progress();
                }
                pace.wait(&first.reach.core.client).await
            }
            Err(fault) => {
                let transient = fault.is_transient();
                lock(state).put_back(&chunk, fault.into_error::<K::Op>(&first.reach), !transient);
                transient && pace.wait(&first.reach.core.client).await
            }
        };
        if !go_on {
            return;
        }
    }
}

fn same(one: &Job, other: &Job) -> bool {
    one.entity.name == other.entity.name
}

enum Fault {
    Call(CallError),
    Answer(Error),
}

impl Fault {
    /// Whether the same request may succeed later. Reads, puts and deletes by key can be repeated, so an answer that
    /// got lost or cannot be read is no reason to stop.
    fn is_transient(&self) -> bool {
        match self {
            Self::Call(error) => error.is_transient() || *error.failure() == Failure::Answer,
            Self::Answer(_) => true,
        }
    }

    fn into_error<O: Op>(self, reach: &Reach) -> Error {
        match self {
            Self::Call(error) => service::<O>(reach, error),
            Self::Answer(error) => error,
        }
    }
}

/// What a request came to.
struct Taken {
    all: bool,
    some: bool,
}

impl State<'_> {
    /// The jobs of the next request.
    fn next(&mut self, jobs: &[Job], max: usize) -> Vec<usize> {
        let mut chunk = Vec::new();
        let (mut bytes, mut of) = (0, None);
        while let Some(job) = self.queue.front().and_then(|number| jobs.get(*number)) {
            let kind = (job.reach.core.client_id, job.consistent);
            bytes += job.bytes();
            let fits = chunk.is_empty() || (bytes <= MAX_BODY_BYTES && of == Some(kind));
            if self.stopped || chunk.len() == max || !fits {
                break;
            }
            of = Some(kind);
            chunk.extend(self.queue.pop_front());
        }
        chunk
    }

    fn take<K: Kind>(&mut self, jobs: &[Job], chunk: &[usize], view: &View<'_>) -> Taken {
        let (found, unprocessed) = K::answer(view);
        // Nobody asks for the numbers where all was written.
        let asked = if found.is_empty() && unprocessed.is_empty() { &[] } else { chunk };
        let numbers: HashMap<(&str, NormalKey<'_>), usize> = asked
            .iter()
            .filter_map(|number| jobs.get(*number).map(|job| ((job.table(), job.key.normal()), *number)))
            .collect();
        let number = |(table, raw): &Named<'_>| {
            let entity = chunk.first().and_then(|number| jobs.get(*number))?.entity;
            // Tables can name their keys differently: the entity to read the key by is one of that table.
            let entity = chunk
                .iter()
                .filter_map(|number| jobs.get(*number))
                .find(|job| job.table() == *table)
                .map_or(entity, |job| job.entity);
            numbers.get(&(*table, KeyValues::of(raw, entity)?.normal())).copied()
        };
        let mut left = vec![false; jobs.len()];
        let mut unknown = false;
        for named in &unprocessed {
            match number(named).and_then(|number| left.get_mut(number)) {
                Some(left) => *left = true,
                None => unknown = true,
            }
        }
        for named in &found {
            match number(named) {
                Some(number) => {
                    if let Some(slot) = self.outcome.found.get_mut(number) {
                        *slot = Some(named.1.json().as_bytes().to_vec());
                    }
                }
                None => tracing::warn!(table = named.0, "an item was answered that was not asked for"),
            }
        }
        let mut back = Vec::new();
        for &number in chunk {
            let found = self.outcome.found.get(number).is_some_and(Option::is_some);
            // An unprocessed key that is none of ours can stand for any that was not answered.
            if !found && (unknown || left.get(number).copied().unwrap_or_default()) {
                back.push(number);
            } else if let Some(done) = self.outcome.done.get_mut(number) {
                *done = true;
            }
        }
        let progress = &mut self.outcome.progress;
        progress.done += chunk.len() - back.len();
        progress.retries += back.len() as u64;
        progress.requests += 1;
        progress.consumed_capacity += view.total_consumed().map_or(0.0, |units| units.total);
        let taken = Taken { all: back.is_empty(), some: back.len() < chunk.len() };
        if taken.some {
            self.outcome.cause = None;
        }
        back.into_iter().rev().for_each(|number| self.queue.push_front(number));
        self.tell();
        taken
    }

    fn put_back(&mut self, chunk: &[usize], error: Error, stop: bool) {
        self.outcome.progress.retries += chunk.len() as u64;
        chunk.iter().rev().for_each(|number| self.queue.push_front(*number));
        if !self.stopped {
            self.outcome.cause = Some(error);
        }
        self.stopped |= stop;
        self.tell();
    }

    fn tell(&mut self) {
        if let Some(observer) = &mut self.options.observer {
            observer(self.outcome.progress);
        }
    }
}

/// The request's body: elements by table.
fn body<K: Kind>(jobs: &[Job], chunk: &[usize]) -> Vec<u8> {
    let mut tables: Vec<(&str, Vec<&Job>)> = Vec::new();
    let (mut consistent, mut room) = (false, 256);
    for job in chunk.iter().filter_map(|number| jobs.get(*number)) {
        consistent = job.consistent;
        room += job.bytes();
        let table = job.table();
        match tables.iter_mut().find(|(known, _)| *known == table) {
            Some((_, elements)) => elements.push(job),
            None => {
                let mut elements = Vec::with_capacity(chunk.len());
                elements.push(job);
                tables.push((table, elements));
            }
        }
    }
    Body::with_room(room)
        .object("RequestItems", |body| {
            tables.iter().for_each(|(table, elements)| K::table(body, table, elements, consistent));
        })
        .text("ReturnConsumedCapacity", "TOTAL")
        .close()
}

/// Writes the elements of one table as an array.
pub(crate) fn elements(body: &mut Body, name: &str, elements: &[&Job]) {
    body.array(name, elements, |body, job| {
        let (before, after) = job.around;
        body.raw(before.as_bytes()).raw(&job.json).raw(after.as_bytes());
    });
}

/// Runs futures at once, in this task, to their ends.
async fn all<'a>(mut futures: Vec<Pin<Box<dyn Future<Output = ()> + Send + 'a>>>) {
    std::future::poll_fn(|context| {
        futures.retain_mut(|future| future.as_mut().poll(context).is_pending());
        if futures.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}
