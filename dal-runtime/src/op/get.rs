//! Get: one item by its full key.

use std::future::IntoFuture;

use super::{About, Pending, send, service};
use crate::body::Body;
use crate::entity::{Entity, KeyParts};
use crate::error::Error;
use crate::handle::{Handle, Reach};
use crate::item::json::Scanner;
use crate::item::{DecodeError, RawItem};
use crate::keys::{self, KeyValues};
use crate::row::{Here, Row};
use crate::wire::{GetItem, Items};

/// One GetItem: awaits to the item, or `None`. It is atomic: the item is as one write left it.
///
/// It consumes 0.5 read capacity units per 4 KB of the item, or 1 where it reads consistently. An item whose TTL is over
/// is `None` unless [asked for](Get::include_expired), although DynamoDB deletes it only later.
#[derive(Clone, Debug)]
#[must_use = "nothing is read until it is awaited"]
pub struct Get<E: Entity> {
    pub(crate) reach: Reach,
    pattern: &'static str,
    pub(crate) key: E::Key,
    pub(crate) consistent: bool,
    pub(crate) expired: bool,
}

impl<E: Entity> Get<E> {
    /// A get by `key` for the pattern of that name.
    #[doc(hidden)]
    pub fn new(handle: &impl Handle, pattern: &'static str, key: E::Key) -> Self {
        Self { reach: handle.reach(), pattern, key, consistent: false, expired: false }
    }

    /// Reads consistently: sees every write that succeeded before. Doubles the capacity consumed.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Reads eventually consistently, where the pattern says `consistent`.
    pub fn eventually_consistent(mut self) -> Self {
        self.consistent = false;
        self
    }

    /// Gives the item even if its TTL is over.
    pub fn include_expired(mut self) -> Self {
        self.expired = true;
        self
    }

    async fn run(self) -> Result<Option<E>, Error> {
        let reach = &self.reach;
        let text = self.key_values()?;
        let body = Body::new().key(&text).flag("ConsistentRead", self.consistent).finish();
        let about = About { entity: E::SCHEMA, pattern: self.pattern, index: None, condition: None };
        let sent =
            send::<GetItem>(reach, about, body).await.map_err(|error| service::<GetItem>(reach, error))?;
        let mut found = Found { get: &self, item: None };
        let count = |found: &Found<'_, E>| usize::from(found.item.is_some());
        let view = sent.view_items::<GetItem, _>(reach, &mut found, count)?;
        match (found.item, view.item) {
            (Some(item), None) => Ok(Some(item)),
            (_, Some(raw)) => self.read(Row::new(raw, E::SCHEMA, &reach.tenant)),
            (None, None) => Ok(None),
        }
    }

    pub(crate) fn key_values(&self) -> Result<KeyValues, Error> {
        let parts = KeyParts { tenant: &self.reach.tenant, key: &self.key, group: None };
        keys::primary(E::SCHEMA, &parts)
    }

    /// The item that was found, unless it is hidden because its TTL is over.
    pub(crate) fn read(&self, row: Row<'_>) -> Result<Option<E>, Error> {
        if !self.expired && row.is_expired(E::SCHEMA.ttl, self.reach.core.clock.epoch_seconds()) {
            return Ok(None);
        }
        // Another entity's item under a key that they share is none of its own.
        if E::SCHEMA.shared && !row.is_of(E::SCHEMA) {
            return Ok(None);
        }
        Ok(Some(row.entity()?))
    }
}

/// Reads the item where it stands in the answer, if it is plainly the one that was asked for.
struct Found<'g, E: Entity> {
    get: &'g Get<E>,
    item: Option<E>,
}

impl<'a, E: Entity> Items<'a> for Found<'_, E> {
    fn begin(&mut self, _: usize) {}

    fn item(&mut self, scan: &mut Scanner<'a>) -> Result<(), DecodeError> {
        RawItem::scan(scan).map(drop)
    }

    fn only(&mut self, scan: &mut Scanner<'a>) -> bool {
        let mark = scan.mark();
        let reach = &self.get.reach;
        let hiding = E::SCHEMA.ttl.filter(|_| !self.get.expired);
        let hiding = hiding.map(|ttl| (ttl, reach.core.clock.epoch_seconds()));
        scan.whitespace();
        self.item = Here::new(scan, &reach.tenant, hiding).entity();
        if self.item.is_none() {
            scan.back_to(mark);
        }
        self.item.is_some()
    }
}

impl<E: Entity> IntoFuture for Get<E> {
    type Output = Result<Option<E>, Error>;
    type IntoFuture = Pending<Option<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
