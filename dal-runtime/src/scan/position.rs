//! Where a scan is: one position for each segment, and the cursor that holds them.

use crate::cursor::{Cursor, Envelope, fingerprint};
use crate::error::CursorError;
use crate::item::RawItem;
use crate::schema::TableSchema;

/// Where a segment goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    Start,
    /// Behind the item with this key, in DynamoDB JSON.
    Behind(String),
    End,
}

impl Position {
    /// Behind an item, or a last evaluated key: its key attributes alone.
    pub(crate) fn behind(item: &RawItem<'_>, table: &TableSchema) -> Option<Self> {
        let mut json = String::from("{");
        for name in std::iter::once(table.partition).chain(table.sort) {
            let value = item.find(name).ok().flatten()?;
            if json.len() > 1 {
                json.push(',');
            }
            let mut quoted = Vec::new();
            crate::item::text_to_json(name, &mut quoted);
            json.push_str(std::str::from_utf8(&quoted).ok()?);
            json.push(':');
            json.push_str(value.json());
        }
        json.push('}');
        Some(Self::Behind(json))
    }
}

fn mark(table: &str, segments: usize) -> u64 {
    fingerprint([table, "scan", &segments.to_string()].map(str::as_bytes))
}

/// The cursor of all segments' positions.
pub(crate) fn seal(table: &str, positions: &[Position]) -> Option<Cursor> {
    let texts = positions.iter().map(|position| match position {
        Position::Start => Vec::new(),
        Position::Behind(key) => vec![key.clone().into_bytes()],
        Position::End => vec![Vec::new()],
    });
    let positions: Vec<_> = texts.collect();
    Envelope { fingerprint: mark(table, positions.len()), positions }.seal()
}

/// The positions that a cursor holds.
pub(crate) fn open(table: &str, segments: u8, cursor: &Cursor) -> Result<Vec<Position>, CursorError> {
    let Envelope { fingerprint, positions } = Envelope::open(cursor)?;
    if fingerprint != mark(table, usize::from(segments)) || positions.len() != usize::from(segments) {
        return Err(CursorError::Foreign);
    }
    let position = |texts: &Vec<Vec<u8>>| match texts.as_slice() {
        [] => Ok(Position::Start),
        [end] if end.is_empty() => Ok(Position::End),
        // What stands in the request must be a key and nothing else.
        [key] => match RawItem::parse(key) {
            Ok(raw) if raw.attributes().all(|attribute| attribute.is_ok()) => {
                Ok(Position::Behind(raw.json().to_owned()))
            }
            _ => Err(CursorError::Malformed),
        },
        _ => Err(CursorError::Malformed),
    };
    positions.iter().map(position).collect()
}
