//! Any text as a cursor.

use std::sync::OnceLock;

use dal::prelude::*;
use dal::{Cursor, Error};
use serde::{Deserialize, Serialize};
use tokio::runtime::{Builder, Runtime};
use ulid::Ulid;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Note {
    pub tenant_id: String,
    pub folder: String,
    pub note_id: Ulid,
    pub owner: Option<String>,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Notes {
    Note(Note),
}

/// Tenants whose names begin alike, each with the same notes.
const TENANTS: [&str; 3] = ["a", "a#", "ab"];
const FOLDERS: [&str; 3] = ["in", "in#box", "out"];

struct World {
    runtime: Runtime,
    scope: Scope<Notes>,
    /// The bytes of a true cursor of each query: a version, a fingerprint and a position.
    cursors: [Vec<u8>; 3],
}

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (scope, cursors) = runtime.block_on(filled()).expect("the embedded engine works");
        World { runtime, scope, cursors }
    })
}

async fn filled() -> Result<(Scope<Notes>, [Vec<u8>; 3]), Error> {
    let dal: Dal<Notes> = Dal::new(dal_local::memory().await.expect("an engine in memory"));
    dal.create_table().await?;
    for tenant in TENANTS {
        for (number, folder) in (1_u128..).zip(FOLDERS.iter().chain(&FOLDERS)) {
            let note = Note {
                tenant_id: tenant.to_owned(),
                folder: (*folder).to_owned(),
                note_id: Ulid::from(number),
                owner: Some("ann".to_owned()),
            };
            note.create(&dal.tenant(tenant)).await?;
        }
    }
    let scope = dal.tenant(TENANTS[0]);
    let mut cursors = Vec::new();
    for number in 0..3 {
        let page = read(&scope, number, None, 1).await?;
        let cursor = page.1.expect("more than one note");
        cursors.push(decode(cursor.as_str()).expect("base64 for URLs"));
    }
    Ok((scope, cursors.try_into().expect("three cursors")))
}

async fn read(
    scope: &Scope<Notes>,
    query: usize,
    cursor: Option<Cursor>,
    limit: u32,
) -> Result<(Vec<Note>, Option<Cursor>), Error> {
    match query {
        0 => {
            let page = Note::notes(scope).after(cursor).limit(limit).await?;
            Ok((page.items().cloned().collect(), page.cursor()))
        }
        1 => {
            let page = Note::in_folder(scope, FOLDERS[0].to_owned()).after(cursor).limit(limit).await?;
            Ok((page.items().cloned().collect(), page.cursor()))
        }
        _ => {
            let page = Note::of_owner(scope, "ann".to_owned())
                .range("in".to_owned()..="in#box".to_owned())
                .after(cursor)
                .limit(limit)
                .await?;
            let next = page.cursor();
            let notes = page.into_items()?.into_iter().map(|found| Note {
                tenant_id: found.tenant_id,
                folder: found.folder,
                note_id: found.note_id,
                owner: found.owner,
            });
            Ok((notes.collect(), next))
        }
    }
}

/// The first byte names a query, and what the rest is: a cursor's text, or its position behind a true fingerprint.
/// Whatever it is, the query refuses it or gives what it may give: its own tenant's notes, within its bounds.
pub fn cursor(data: &[u8]) {
    let Some((&number, rest)) = data.split_first() else { return };
    let query = usize::from(number & 0x7f) % 3;
    let world = world();
    let text = if number & 0x80 == 0 {
        let Ok(text) = std::str::from_utf8(rest) else { return };
        text.to_owned()
    } else {
        // The version and the fingerprint are nine bytes.
        let mut bytes = world.cursors[query].get(..9).unwrap_or_default().to_vec();
        bytes.extend(rest);
        encode(&bytes)
    };
    let cursor = Cursor::from(text.clone());
    assert_eq!(cursor.as_str(), text);
    match world.runtime.block_on(read(&world.scope, query, Some(cursor), 10)) {
        Ok((notes, _)) => {
            for note in notes {
                assert_eq!(note.tenant_id, TENANTS[0], "{text}");
                assert!(query != 1 || note.folder == FOLDERS[0], "{text}");
                assert!(query != 2 || note.folder != FOLDERS[2], "{text}");
            }
        }
        Err(Error::Cursor(_)) => {}
        // A start key that passes all that dal knows can still be none for the engine.
        Err(Error::Service(_)) => {}
        Err(other) => panic!("{text}: {other}"),
    }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64 for URLs, without padding.
fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().enumerate().fold(0_u32, |bits, (at, byte)| bits | u32::from(*byte) << (16 - 8 * at));
        for digit in 0..=three.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]));
        }
    }
    text
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for (at, digit) in four.iter().enumerate() {
            bits |= u32::try_from(DIGITS.iter().position(|known| known == digit)?).ok()? << (18 - 6 * at);
        }
        bytes.extend(bits.to_be_bytes()[1..four.len()].iter());
    }
    Some(bytes)
}
