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
    pub size: i32,
    #[serde(with = "dal::binary")]
    pub code: Vec<u8>,
    pub label: Option<String>,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Notes {
    Note(Note),
}

/// Tenants whose names begin alike, each with the same notes.
const TENANTS: [&str; 3] = ["a", "a#", "ab"];
const FOLDERS: [&str; 3] = ["in", "in#box", "out"];
/// How many queries the target knows.
const QUERIES: usize = 7;

struct World {
    runtime: Runtime,
    dal: Dal<Notes>,
    scope: Scope<Notes>,
    /// The bytes of a true cursor of each query: a version, a fingerprint and a position.
    cursors: Vec<Vec<u8>>,
}

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (dal, cursors) = runtime.block_on(filled()).expect("the embedded engine works");
        World { runtime, scope: dal.tenant(TENANTS[0]), dal, cursors }
    })
}

/// The notes of a tenant.
pub(super) fn scope_of(tenant: String) -> Scope<Notes> {
    world().dal.tenant(tenant)
}

async fn filled() -> Result<(Dal<Notes>, Vec<Vec<u8>>), Error> {
    let dal: Dal<Notes> = Dal::new(dal_local::memory().await.expect("an engine in memory"));
    dal.create_table().await?;
    for tenant in TENANTS {
        for (number, folder) in (1_u128..).zip(FOLDERS.iter().chain(&FOLDERS)) {
            let note = Note {
                tenant_id: tenant.to_owned(),
                folder: (*folder).to_owned(),
                note_id: Ulid::from(number),
                owner: Some("ann".to_owned()),
                size: i32::try_from(number % 3).unwrap_or_default() - 1,
                code: vec![3, u8::try_from(number).unwrap_or_default()],
                label: Some(format!("#{number}")),
            };
            note.create(&dal.tenant(tenant)).await?;
        }
    }
    let scope = dal.tenant(TENANTS[0]);
    let mut cursors = Vec::new();
    for number in 0..QUERIES {
        let page = read(&scope, number, None, 1).await?;
        let Some(cursor) = page.1 else { panic!("query {number} has more than one note") };
        cursors.push(decode(cursor.as_str()).expect("base64 for URLs"));
    }
    Ok((dal, cursors))
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
        2 => {
            let page = Note::of_owner(scope, "ann".to_owned())
                .range("in".to_owned()..="in#box".to_owned())
                .after(cursor)
                .limit(limit)
                .await?;
            Ok((page.items().cloned().collect(), page.cursor()))
        }
        3 => {
            let page = Note::by_size(scope, "ann").range(-1..1).after(cursor).limit(limit).await?;
            Ok((page.items().cloned().collect(), page.cursor()))
        }
        4 => {
            let page = Note::by_code(scope).range(vec![3, 1]..vec![3, 6]).after(cursor).limit(limit).await?;
            Ok((page.items().cloned().collect(), page.cursor()))
        }
        5 => {
            let page = Note::of_size(scope, 0).after(cursor).limit(limit).await?;
            Ok((page.items().cloned().collect(), page.cursor()))
        }
        _ => {
            let params =
                NoteOfCodeParams { size: 0, code: vec![3, 1], folder: FOLDERS[0].into(), label: "#".into() };
            let page = Note::of_code(scope, params).after(cursor).limit(limit).await?;
            Ok((page.items().cloned().collect(), page.cursor()))
        }
    }
}

/// The first byte names a query, and what the rest is: a cursor's text, or its position behind a true fingerprint.
/// Whatever it is, the query refuses it or gives what it may give: its own tenant's notes, within its bounds.
pub fn cursor(data: &[u8]) {
    let Some((&number, rest)) = data.split_first() else { return };
    let query = usize::from(number & 0x7f) % QUERIES;
    let world = world();
    let text = if number & 0x80 == 0 {
        let Ok(text) = std::str::from_utf8(rest) else { return };
        text.to_owned()
    } else {
        // The version and the fingerprint are nine bytes.
        let mut bytes = world.cursors.get(query).and_then(|own| own.get(..9)).unwrap_or_default().to_vec();
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
                assert!(query != 3 || (-1..1).contains(&note.size), "{text}");
                assert!(query != 4 || (vec![3, 1]..vec![3, 6]).contains(&note.code), "{text}");
                assert!(query < 5 || note.size == 0, "{text}");
                assert!(query < 6 || (note.code == [3, 1] && note.folder == FOLDERS[0]), "{text}");
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
