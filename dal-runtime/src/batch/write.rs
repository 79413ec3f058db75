//! Batch write: puts and deletes of any number of items.

use std::collections::HashMap;
use std::fmt;
use std::future::IntoFuture;

use super::drive::{Around, Job, Kind, Named, drive, elements};
use super::error::{DuplicateItem, Unprocessed, UnprocessedItem};
use super::progress::{Options, Progress, batch_options};
use crate::body::Body;
use crate::entity::{Entity, Holds, Key, KeyParts, Sharded};
use crate::error::{Error, ItemError};
use crate::handle::{Handle, Reach};
use crate::item::RawItem;
use crate::keys;
use crate::op::Pending;
use crate::op::put::{self, write};
use crate::row::Row;
use crate::upkeep::modes::Batched;
use crate::wire::{BatchWriteItem, View};

/// BatchWriteItem over any number of puts and deletes, of several entities, tenants and tables: awaits to [`Written`].
///
/// It makes one request per 25 items (or 16 MB), several at once, and sends again what DynamoDB leaves unprocessed, with
/// exponential backoff and full jitter, until all is written, or nothing was for [30 seconds](Self::patience), or the
/// [deadline](Self::deadline) is over. Without items there is no request.
///
/// It is **not** atomic: each put and each delete is, with its index entries, and they come about in any order. There
/// are no conditions: a put replaces what is there. For both see [`Transaction`](crate::Transaction). It consumes what the
/// single writes would: one write capacity unit per KB of each item, and as much again for each index it changes.
///
/// An item given twice is an error that names both positions, wherever they are: DynamoDB would refuse it in one request, and
/// across requests the last to arrive would win.
#[must_use = "nothing is written until it is awaited"]
#[derive(Debug, Default)]
pub struct BatchWrite {
    jobs: Vec<Result<Job, Error>>,
    options: Options,
}

/// What became of a [`BatchWrite`] that was sent.
#[must_use = "it says which items were left unwritten"]
pub struct Written {
    jobs: Vec<Job>,
    done: Vec<bool>,
    cause: Option<Error>,
    progress: Progress,
}

/// One put or delete that a batch did not come to.
#[derive(Clone, Copy, Debug)]
pub struct Unwritten<'a> {
    position: usize,
    job: &'a Job,
}

struct Writes;

const PUT: Around = ("{\"PutRequest\":{\"Item\":", "}}");
const DELETE: Around = ("{\"DeleteRequest\":{\"Key\":", "}}");

impl Kind for Writes {
    type Op = BatchWriteItem;
    const MAX: usize = 25;
    const PATTERN: &'static str = "batch_write";

    fn table(body: &mut Body, name: &str, jobs: &[&Job], _: bool) {
        elements(body, name, jobs);
    }

    fn answer<'v>(view: &'v View<'_>) -> (Vec<Named<'v>>, Vec<Named<'v>>) {
        let mut unprocessed = Vec::new();
        for table in &view.unprocessed_writes {
            for write in &table.writes {
                let (crate::wire::Write::Put(raw) | crate::wire::Write::Delete(raw)) = *write;
                unprocessed.push((&*table.table, raw));
            }
        }
        (Vec::new(), unprocessed)
    }
}

impl BatchWrite {
    /// A batch of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    batch_options!();

    /// Adds a put: the whole item, with all keys of all indexes it belongs to.
    pub fn put<E: Entity<Writes: Batched>, T: Holds<E>>(mut self, at: &E::Handle<T>, item: &E) -> Self {
        self.jobs.push(put_job(item, at.reach()));
        self
    }

    /// Adds a put of the item into this shard of its sharded index: as [`Put::shard`](crate::Put::shard), for items that
    /// come from elsewhere with a shard of their own.
    pub fn put_in_shard<E: Entity<Writes: Batched> + Sharded, T: Holds<E>>(
        mut self,
        at: &E::Handle<T>,
        item: &E,
        shard: u32,
    ) -> Self {
        let reach = at.reach();
        let written = write(item, &reach).and_then(|written| written.moved(E::SCHEMA, shard));
        self.jobs.push(written.and_then(|written| put_of::<E>(written, reach)));
        self
    }

    /// Adds a put of each item.
    pub fn put_all<'i, E: Entity<Writes: Batched>, T: Holds<E>>(
        mut self,
        at: &E::Handle<T>,
        items: impl IntoIterator<Item = &'i E>,
    ) -> Self {
        self.jobs.extend(items.into_iter().map(|item| put_job(item, at.reach())));
        self
    }

    /// Adds a delete of the item under `key`, if there is one.
    pub fn delete<K: Key<Entity: Entity<Writes: Batched>>, T: Holds<K::Entity>>(
        mut self,
        at: &<K::Entity as Entity>::Handle<T>,
        key: K,
    ) -> Self {
        self.jobs.push(delete_job(&key, at.reach()));
        self
    }

    /// Adds a delete of the item under each key.
    pub fn delete_all<K: Key<Entity: Entity<Writes: Batched>>, T: Holds<K::Entity>>(
        mut self,
        at: &<K::Entity as Entity>::Handle<T>,
        keys: impl IntoIterator<Item = K>,
    ) -> Self {
        self.jobs.extend(keys.into_iter().map(|key| delete_job(&key, at.reach())));
        self
    }

    /// How many puts and deletes it holds.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    async fn run(self) -> Result<Written, Error> {
        let Self { jobs, mut options } = self;
        let jobs = jobs.into_iter().collect::<Result<Vec<_>, _>>()?;
        unique(&jobs)?;
        let outcome = drive::<Writes>(&jobs, vec![false; jobs.len()], &mut options).await;
        Ok(Written { jobs, done: outcome.done, cause: outcome.cause, progress: outcome.progress })
    }
}

fn put_job<E: Entity>(item: &E, reach: Reach) -> Result<Job, Error> {
    write(item, &reach).and_then(|written| put_of::<E>(written, reach))
}

fn put_of<E: Entity>(written: put::Written, reach: Reach) -> Result<Job, Error> {
    let key = written.key(E::SCHEMA)?;
    Ok(Job { reach, entity: E::SCHEMA, key, json: written.json, around: PUT, consistent: false })
}

fn delete_job<K: Key>(key: &K, reach: Reach) -> Result<Job, Error> {
    let entity = <K::Entity as Entity>::SCHEMA;
    let key = keys::primary(entity, &KeyParts { tenant: &reach.tenant, key, group: None })?;
    let json = Body::new().attributes_of(&key);
    Ok(Job { reach, entity, key, json, around: DELETE, consistent: false })
}

fn unique(jobs: &[Job]) -> Result<(), Error> {
    let mut seen = HashMap::with_capacity(jobs.len());
    for (position, job) in jobs.iter().enumerate() {
        if let Some(first) = seen.insert(job.identity(), position) {
            return Err(Error::Duplicate(Box::new(DuplicateItem {
                operation: "BatchWriteItem",
                entity: job.entity.name,
                key: job.key.to_string(),
                positions: [first, position],
            })));
        }
    }
    Ok(())
}

impl Written {
    /// Whether everything was written.
    pub fn is_complete(&self) -> bool {
        !self.done.contains(&false)
    }

    /// What was not confirmed as written, in the order in which it was given. After a lost answer such an item can be
    /// written all the same.
    pub fn unprocessed(&self) -> impl Iterator<Item = Unwritten<'_>> {
        let left = |(_, (_, done)): &(usize, (&Job, &bool))| !**done;
        let all = self.jobs.iter().zip(&self.done).enumerate();
        all.filter(left).map(|(position, (job, _))| Unwritten { position, job })
    }

    /// Why items are left, where a request failed; none where DynamoDB only left them out, or wrote all.
    pub fn cause(&self) -> Option<&Error> {
        self.cause.as_ref()
    }

    /// A batch of what is left, to be sent again: in the same order, with positions of its own.
    pub fn resume(self) -> BatchWrite {
        let left = self.jobs.into_iter().zip(self.done).filter(|(_, done)| !done);
        BatchWrite { jobs: left.map(|(job, _)| Ok(job)).collect(), options: Options::default() }
    }

    /// Nothing, if everything was written.
    ///
    /// # Errors
    ///
    /// [`Error::Unprocessed`] with what was not. To have the items themselves, see [`unprocessed`](Self::unprocessed).
    pub fn complete(self) -> Result<(), Error> {
        if self.is_complete() {
            return Ok(());
        }
        let items = self.unprocessed().map(|left| left.place()).collect();
        let (operation, total) = ("BatchWriteItem", self.jobs.len());
        Err(Error::Unprocessed(Box::new(Unprocessed { operation, items, total, cause: self.cause })))
    }

    /// What it took: requests, retries, capacity.
    pub fn progress(&self) -> Progress {
        self.progress
    }
}

impl Unwritten<'_> {
    /// Where it stands in the order in which it was given, from 0.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Position, entity and key.
    pub fn place(&self) -> UnprocessedItem {
        let Self { position, job } = *self;
        UnprocessedItem { position, entity: job.entity.name, key: job.key.to_string() }
    }

    /// The item of a put of an `E`; `None` for a delete, and for another entity.
    ///
    /// # Errors
    ///
    /// [`Error::Items`] when what was written from the item cannot be read back.
    pub fn item<E: Entity>(&self) -> Result<Option<E>, Error> {
        if self.job.around != PUT || self.job.entity.name != E::SCHEMA.name {
            return Ok(None);
        }
        let raw = RawItem::parse(&self.job.json)
            .map_err(|error| ItemError::decode(E::SCHEMA.name, self.job.key.to_string(), &error))?;
        Ok(Some(Row::new(raw, E::SCHEMA, &self.job.reach.tenant).entity()?))
    }

    /// The key of a delete of an `E`; `None` for a put, and for another entity.
    ///
    /// # Errors
    ///
    /// [`Error::Key`] when the key's text is not of the entity's templates.
    pub fn deleted<E: Entity>(&self) -> Result<Option<E::Key>, Error> {
        if self.job.around != DELETE || self.job.entity.name != E::SCHEMA.name {
            return Ok(None);
        }
        keys::typed::<E>(&self.job.key).map(Some)
    }
}

impl IntoFuture for BatchWrite {
    type Output = Result<Written, Error>;
    type IntoFuture = Pending<Written>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl fmt::Debug for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Written")
            .field("writes", &self.jobs.len())
            .field("unprocessed", &self.unprocessed().count())
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}
