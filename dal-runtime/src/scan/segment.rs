//! One segment of a scan: a request after the other, each with its retries.

use std::time::Duration;

use super::Settings;
use super::position::Position;
use crate::batch::pace::{Pace, sleep};
use crate::body::Body;
use crate::entity::Table;
use crate::error::{Error, ItemError, ItemProblem};
use crate::handle::Reach;
use crate::op::{About, send, service};
use crate::row::Row;
use crate::schema::EVERY_ENTITY;
use crate::wire::Scan;

/// What one request read.
pub(crate) struct ScanPage<T> {
    /// Each item, or its error, and where the segment goes on behind it.
    pub(crate) rows: Vec<(Result<T, ItemError>, Position)>,
    /// Where it goes on behind them all.
    pub(crate) next: Position,
    pub(crate) retries: u64,
    pub(crate) consumed: f64,
}

/// Reads one page of a segment, after a wait.
pub(crate) async fn page<T: Table>(
    reach: Reach,
    because: &'static str,
    settings: Settings,
    segment: u8,
    position: Position,
    wait: Duration,
) -> Result<ScanPage<T>, Error> {
    if !wait.is_zero() {
        sleep(&reach.core.client, wait).await;
    }
    let mut body = Body::new();
    if settings.segments > 1 {
        body.number("Segment", segment.into()).number("TotalSegments", settings.segments.into());
    }
    if let Some(items) = settings.page_size {
        body.number("Limit", items);
    }
    if let Position::Behind(key) = &position {
        body.json("ExclusiveStartKey", key.as_bytes());
    }
    let body = body.flag("ConsistentRead", settings.consistent).finish();
    let about = About { entity: &EVERY_ENTITY, pattern: because, index: None, condition: Some("every item") };
    let (mut pace, mut retries) = (Pace::new(settings.patience), 0);
    let sent = loop {
        match send::<Scan>(&reach, about, body.clone()).await {
            Ok(sent) => break sent,
            Err(error) => {
                if !error.is_transient() || !pace.wait(&reach.core.client).await {
                    return Err(service::<Scan>(&reach, error));
                }
                retries += 1;
            }
        }
    };
    let view = sent.view::<Scan>(&reach)?;
    let table = T::SCHEMA;
    let ttl = table.ttl.filter(|_| !settings.expired);
    let now = reach.core.clock.epoch_seconds();
    let mut rows = Vec::with_capacity(view.items.len());
    let mut last = position;
    // Every entity of a table names its keys alike; a table without entities is read as one item that is unknown.
    let base = table.entities.first().copied().unwrap_or(&EVERY_ENTITY);
    for raw in &view.items {
        let row = Row::new(*raw, base, &[]);
        if row.is_expired(ttl, now) {
            continue;
        }
        // An item without its key does not exist; were there one, the segment would go on before it.
        last = Position::behind(raw, table).unwrap_or(last);
        match T::read(row) {
            // No item of an entity, but what keeps a value unique.
            Err(ItemError { problem: ItemProblem::Guard(_), .. }) => {}
            read => rows.push((read, last.clone())),
        }
    }
    let next = match &view.last_evaluated_key {
        None => Position::End,
        Some(key) => Position::behind(key, table).ok_or(crate::error::CursorError::Malformed)?,
    };
    let consumed = view.total_consumed().map_or(0.0, |units| units.total);
    Ok(ScanPage { rows, next, retries, consumed })
}
