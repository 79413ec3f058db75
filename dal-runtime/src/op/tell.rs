//! Telling items of several entities apart, in the walk that finds where they end.

use super::collect::Collection;
use super::request::Request;
use crate::error::ItemError;
use crate::item::json::Scanner;
use crate::item::{DecodeError, Fate, RawItem, RawValue};
use crate::row::Row;
use crate::schema::EntitySchema;
use crate::wire::Items;

/// Tells of which entity an item is, and whether it is to be given.
#[derive(Debug)]
pub(super) struct Teller {
    entities: &'static [&'static EntitySchema],
    /// Entities whose items are passed over.
    skip: &'static [EntitySchema],
    /// The attribute that says which entity an item is.
    kind: Option<&'static str>,
    /// The time after which an item whose TTL says so is not hidden, where any is.
    hiding: Option<i64>,
}

/// An item of an answer: where it stands, and what is told of it.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The number of its entity, and whether it is hidden; `None` where that takes a closer look.
    plain: Option<(usize, bool)>,
}

impl Teller {
    pub(super) fn new<C: Collection>(request: &Request) -> Self {
        let now = request.reach.core.clock.epoch_seconds();
        Self {
            entities: C::ENTITIES,
            skip: request.plan.skip,
            kind: C::ENTITIES.iter().find_map(|entity| entity.type_attribute),
            hiding: (!request.expired).then_some(now),
        }
    }

    /// The number of an item's entity; `None` if it is not to be given.
    ///
    /// # Errors
    ///
    /// When it is none of the entities.
    pub(super) fn member(&self, item: &Told, row: &Row<'_>) -> Result<Option<usize>, ItemError> {
        if let Some((member, hidden)) = item.plain {
            return Ok(Some(member).filter(|_| !hidden));
        }
        if row.is_one_of(self.skip) {
            return Ok(None);
        }
        let member = row.recognise(self.entities)?;
        let ttl = self.entities.get(member).and_then(|entity| entity.ttl);
        let hidden = self.hiding.is_some_and(|now| row.is_expired(ttl, now));
        Ok(Some(member).filter(|_| !hidden))
    }

    /// Steps over an item, and tells what its type attribute and its TTL say; `None` where they do not say it plainly.
    fn tell(&self, scan: &mut Scanner<'_>) -> Result<Option<(usize, bool)>, DecodeError> {
        let is_ttl =
            |name: &str| self.entities.iter().any(|entity| entity.ttl.is_some_and(|ttl| ttl == name));
        let of = self.entities.as_ptr().addr();
        let (mut kind, mut ttls) = (None, Vec::new());
        scan.expect(b'{', "expected an item")?;
        let mut first = true;
        while let Some(name) = scan.member(first)? {
            first = false;
            let find = || Fate {
                hidden: false,
                watched: self.kind.is_some_and(|kind| kind == name) || is_ttl(&name),
            };
            let watched = scan.fate(of, find).watched;
            let value = RawValue::trusted(scan.skip_value()?);
            if !watched {
                continue;
            }
            // Of several attributes of one name the first counts.
            if self.kind.is_some_and(|kind| kind == name) {
                kind = kind.or(Some(value));
            }
            if self.hiding.is_some() && is_ttl(&name) && ttls.iter().all(|(known, _)| *known != name) {
                ttls.push((name, value));
            }
        }
        let Some(kind) = kind.and_then(|kind| kind.text().ok()) else { return Ok(None) };
        if self.skip.iter().any(|entity| entity.type_value() == kind) {
            return Ok(None);
        }
        let Some(member) = self.entities.iter().position(|entity| entity.type_value() == kind) else {
            return Ok(None);
        };
        let ttl = self.entities.get(member).and_then(|entity| entity.ttl);
        let ttl = ttl.and_then(|ttl| ttls.iter().find(|(name, _)| *name == ttl));
        let hidden = match (self.hiding, ttl) {
            (Some(now), Some((_, value))) => value.is_time_up_to(now),
            _ => false,
        };
        Ok(Some((member, hidden)))
    }
}

/// Tells the items of one answer apart as they are come upon.
#[derive(Debug)]
pub(super) struct Telling<'t> {
    pub(super) teller: &'t Teller,
    pub(super) told: Vec<Told>,
}

impl<'a> Items<'a> for Telling<'_> {
    fn begin(&mut self, expected: usize) {
        self.told.clear();
        self.told.reserve(expected);
    }

    fn item(&mut self, scan: &mut Scanner<'a>) -> Result<(), DecodeError> {
        scan.whitespace();
        let (start, mark) = (scan.pos(), scan.mark());
        let plain = self.teller.tell(scan).unwrap_or_default();
        if plain.is_none() {
            scan.back_to(mark);
            RawItem::scan(scan)?;
        }
        self.told.push(Told { start, end: scan.pos(), plain });
        Ok(())
    }
}
