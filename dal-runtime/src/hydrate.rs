//! Hydrate: from index entries to whole items.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;

use crate::batch::get::fetch;
use crate::batch::gets::{Ask, Slot};
use crate::batch::{Options, batch_options};
use crate::entity::Projection;
use crate::error::{Error, ItemError, ItemProblem};
use crate::item::RawItem;
use crate::keys::KeyValues;
use crate::op::Pending;
use crate::op::query::{QueryPattern, found};
use crate::op::request::Request;
use crate::page::Page;
use crate::row::{ReadItem, Row};
use crate::schema::IndexSchema;

/// A [`Query`](crate::Query) of an index, and a BatchGetItem of the whole items behind its entries: awaits to a
/// [`Page`] of `Option<E>`, in the order of the index.
///
/// An index lags behind its table. An item that was deleted since, or whose keys are no longer those of the entry (it has
/// another owner now, say), is `None` at the place of its entry. The cursor goes on behind the entries.
///
/// It is **not** atomic: entries and items are read one after the other, and each item is as one write left it.
///
/// It costs the query, and 0.5 read capacity units per 4 KB of each item, 1 where it reads them
/// [consistently](Self::consistent): one BatchGetItem per 100 entries.
#[must_use = "nothing is read until it is awaited"]
pub struct Hydrate<P> {
    request: Request,
    consistent: bool,
    options: Options,
    pattern: PhantomData<fn() -> P>,
}

/// An index entry as it came.
struct Entry(Vec<u8>);

impl<'a> ReadItem<'a> for Entry {
    fn read(row: Row<'a>) -> Result<Self, ItemError> {
        Ok(Self(row.raw().json().as_bytes().to_vec()))
    }
}

impl<P: QueryPattern<Item: Projection<Entity = P::Entity>>> Hydrate<P> {
    pub(crate) fn new(request: Request) -> Self {
        Self { request, consistent: false, options: Options::default(), pattern: PhantomData }
    }

    /// Reads the items consistently, though the index cannot be: sees every write that succeeded before. Doubles the
    /// capacity that reading them consumes.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    batch_options!();

    async fn run(self) -> Result<Page<Option<P::Entity>>, Error> {
        let Self { request, consistent, mut options, .. } = self;
        let entries = found(request.clone(), P::TTL).await?;
        hydrated(&request, entries, consistent, &mut options).await
    }
}

/// The whole items behind a page of index entries; those that are gone are left out, and counted.
pub(crate) async fn whole<I: for<'a> ReadItem<'a> + Send>(
    request: Request,
    ttl: Option<&'static str>,
) -> Result<Page<I>, Error> {
    let entries = found(request.clone(), ttl).await?;
    let page = hydrated(&request, entries, false, &mut Options::default()).await?;
    let before = page.rows.len();
    let rows: Vec<_> = page.rows.into_iter().filter_map(Result::transpose).collect();
    let gone = before.saturating_sub(rows.len()) as u64;
    Ok(Page {
        rows,
        gone,
        cursor: page.cursor,
        cut_short: page.cut_short,
        requests: page.requests,
        evaluated: page.evaluated,
        consumed: page.consumed,
    })
}

async fn hydrated<I: for<'a> ReadItem<'a>>(
    request: &Request,
    entries: Page<Entry>,
    consistent: bool,
    options: &mut Options,
) -> Result<Page<Option<I>>, Error> {
    let (reach, index, expired) = (&request.reach, request.index(), request.expired);
    let schema = request.entity;
    let (mut asks, mut asked) = (Vec::new(), Vec::new());
    for entry in entries.rows {
        let entry = entry.and_then(|Entry(json)| {
            let raw = RawItem::parse(&json)
                .map_err(|error| ItemError::decode(schema.name, String::new(), &error))?;
            let key = KeyValues::of(&raw, schema).ok_or_else(|| no_key(&raw, schema))?;
            asks.push(Ask { reach: reach.clone(), entity: schema, key, consistent });
            Ok(json)
        });
        asked.push(entry);
    }
    let (plan, cause, progress) = fetch(asks, options).await;
    if !plan.is_complete() {
        return Err(plan.left(cause));
    }
    let now = reach.core.clock.epoch_seconds();
    let mut position = 0;
    let rows = asked.into_iter().map(|entry| {
        let entry = entry?;
        let slot = plan.slot(position);
        position += 1;
        let Slot::Found(json) = slot else { return Ok(None) };
        let raw =
            RawItem::parse(json).map_err(|error| ItemError::decode(schema.name, String::new(), &error))?;
        let row = Row::new(raw, schema, &reach.tenant);
        if !expired && row.is_expired(schema.ttl, now) {
            return Ok(None);
        }
        let stands = index.is_none_or(|index| still_stands(&raw, index, &entry));
        if stands { I::read(row).map(Some) } else { Ok(None) }
    });
    Ok(Page {
        rows: rows.collect(),
        gone: 0,
        cursor: entries.cursor,
        cut_short: entries.cut_short,
        requests: entries.requests + u32::try_from(progress.requests).unwrap_or(u32::MAX),
        evaluated: entries.evaluated,
        consumed: entries.consumed + progress.consumed_capacity,
    })
}

fn no_key(raw: &RawItem<'_>, schema: &'static crate::schema::EntitySchema) -> ItemError {
    let problem = ItemProblem::Key("is not whole".to_owned());
    let key = Row::new(*raw, schema, &[]).key_text();
    ItemError { entity: Some(schema.name), key, attribute: None, problem }
}

/// Whether the item's keys in the index are those of the entry that led to it.
fn still_stands(item: &RawItem<'_>, index: &'static IndexSchema, entry: &[u8]) -> bool {
    let Ok(entry) = RawItem::parse(entry) else { return false };
    let value = |of: &RawItem<'_>, name| of.key_value(name).ok().flatten();
    index.keys().all(|key| match (value(item, key.name), value(&entry, key.name)) {
        (Some(own), Some(found)) => found.is_same(&own),
        _ => false,
    })
}

impl<P: QueryPattern<Item: Projection<Entity = P::Entity>>> IntoFuture for Hydrate<P> {
    type Output = Result<Page<Option<P::Entity>>, Error>;
    type IntoFuture = Pending<Page<Option<P::Entity>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<P: QueryPattern> fmt::Debug for Hydrate<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hydrate").field("pattern", &P::PLAN.pattern).finish_non_exhaustive()
    }
}
