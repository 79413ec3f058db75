//! Attacks on the cursors of any list: every byte flipped, and whatever stands behind a right fingerprint, which is no
//! secret.

use std::collections::BTreeSet;
use std::fmt::Debug;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use dal::{Cursor, CursorError, Error, QueryPattern};
use ulid::Ulid;

/// A version byte and a fingerprint of eight.
const HEAD: usize = 9;

/// A page's items, as texts, and where it goes on.
pub type Read = Result<(Vec<String>, Option<Cursor>), Error>;

/// The queries of a list as one tenant runs them, each with the same parameters for every tenant.
pub trait Reads {
    /// How many queries of the list are pages.
    const QUERIES: usize;
    /// Whether key attributes are numbers or bytes.
    const NATIVE: bool;

    /// A page of one of them.
    async fn read(&self, number: usize, after: Option<Cursor>, limit: u32) -> Read;
}

/// Runs a query for [`Reads::read`].
pub async fn page<P: QueryPattern<Item: Debug>>(
    query: dal::Query<P>,
    after: Option<Cursor>,
    limit: u32,
) -> Read {
    let page = query.after(after).limit(limit).await?;
    let cursor = page.cursor();
    Ok((page.into_items()?.iter().map(|item| format!("{item:?}")).collect(), cursor))
}

/// What came of all forgeries.
#[derive(Default)]
pub struct Tally {
    pub refused: usize,
    pub read: usize,
}

/// A cursor's bytes.
fn open(cursor: &Cursor) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(cursor.as_str()).expect("a true cursor is base64")
}

fn seal(bytes: &[u8]) -> Cursor {
    Cursor::from(URL_SAFE_NO_PAD.encode(bytes))
}

/// What a true cursor says behind its fingerprint: one position, the bytes of each key attribute.
fn rests(bytes: &[u8]) -> Vec<Vec<u8>> {
    assert_eq!(bytes[HEAD], 1, "one position");
    let mut rest = &bytes[HEAD + 2..];
    let rests = (0..bytes[HEAD + 1]).map(|_| {
        let length = usize::from(u16::from_be_bytes([rest[0], rest[1]]));
        let (own, behind) = rest[2..].split_at(length);
        rest = behind;
        own.to_vec()
    });
    rests.collect()
}

/// The right head with other positions.
fn forge(head: &[u8], positions: &[Vec<Vec<u8>>]) -> Cursor {
    let mut bytes = head[..HEAD].to_vec();
    bytes.push(u8::try_from(positions.len()).expect("few positions"));
    for rests in positions {
        bytes.push(u8::try_from(rests.len()).expect("few attributes"));
        for rest in rests {
            bytes.extend(u16::try_from(rest.len()).expect("short").to_be_bytes());
            bytes.extend(rest);
        }
    }
    seal(&bytes)
}

/// Numbers, in other digits too, and what only looks like one.
const NUMBERS: [&str; 16] = [
    "-1",
    "2",
    "3",
    "2.5",
    "1.0",
    "1e0",
    "007",
    "-0",
    "+1",
    " 1",
    "1e125",
    "-1e125",
    "9e400",
    "99999999999999999999999999999999999999",
    "NaN",
    "-Infinity",
];

/// What is put where a cursor has the rest of a key: nothing, delimiters and escapes, literals of this list, another
/// tenant's name and keys, what lies before and behind every key, bytes that are no text, more than a key can hold.
fn hostile(other: &str, native: bool) -> Vec<Vec<u8>> {
    let id = Ulid::from(3_u128).to_string();
    let mut texts: Vec<Vec<u8>> = [
        "",
        "#",
        "$",
        "$23",
        "$24",
        "\0",
        " ",
        "!",
        "0",
        "1",
        "9",
        "A",
        "Z",
        "z",
        "~",
        "\u{10FFFF}",
        "TENANT",
        "TENANTS",
        "#OWNER#",
        "#TRIAGE",
        "#INBOX#",
        "ITEM#",
        "USER#",
        "MESSAGE#",
        "SHIFT#",
        "CALL#",
        "/",
        "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into();
    for text in [
        other.to_owned(),
        format!("TENANT#{other}"),
        format!("TENANT#{other}#OWNER#{id}"),
        format!("#{other}"),
        format!("{id}#{other}"),
        format!("ITEM#{id}"),
        id,
        "x".repeat(1024),
        "x".repeat(3000),
    ] {
        texts.push(text.into_bytes());
    }
    texts.extend([vec![0xff], vec![0xc3], vec![0xed, 0xa0, 0x80], vec![0; 16]]);
    if native {
        texts.extend(NUMBERS.map(|text| text.as_bytes().to_vec()));
        texts.extend([vec![1], vec![3, 0], vec![255; 1024], vec![255; 1025]]);
    }
    texts
}

/// Reads behind a forged cursor: it is refused, or gives what the query gives anyway.
async fn try_one<R: Reads>(
    reads: &R,
    number: usize,
    own: &BTreeSet<String>,
    forged: Cursor,
    tally: &mut Tally,
) {
    let text = forged.to_string();
    match reads.read(number, Some(forged), 50).await {
        Ok((items, next)) => {
            tally.read += 1;
            let foreign: Vec<_> = items.iter().filter(|item| !own.contains(*item)).collect();
            assert!(foreign.is_empty(), "query {number} behind {text}: {foreign:?}");
            assert!(next.is_none(), "query {number} behind {text}: fewer than 50 items are all");
        }
        // A start key that passes all that dal knows can still be none for the engine.
        Err(Error::Cursor(_) | Error::Service(_)) => tally.refused += 1,
        Err(other) => panic!("query {number} behind {text}: {other}"),
    }
}

/// All that a query gives, and a true cursor behind its first item.
async fn truth<R: Reads>(reads: &R, number: usize) -> (BTreeSet<String>, Vec<u8>) {
    let own: BTreeSet<String> = reads.read(number, None, 50).await.unwrap().0.into_iter().collect();
    assert!(own.len() >= 3 && own.len() < 50, "query {number}: {own:?}");
    let cursor = reads.read(number, None, 1).await.unwrap().1;
    (own, open(&cursor.expect("more than one item")))
}

/// Puts anything behind the right fingerprint of every query of `mine`; `theirs` are the same queries of the tenant `other`.
pub async fn forge_all<R: Reads>(mine: &R, theirs: &R, other: &str, tally: &mut Tally) {
    for number in 0..R::QUERIES {
        let (own, true_bytes) = truth(mine, number).await;
        let true_rests = rests(&true_bytes);
        let (_, foreign_bytes) = truth(theirs, number).await;
        let foreign_rests = rests(&foreign_bytes);
        assert_eq!(foreign_rests.len(), true_rests.len());

        // The forgery that changes nothing reads on: the helper forges well.
        let same = forge(&true_bytes, std::slice::from_ref(&true_rests));
        let on = mine.read(number, Some(same), 50).await.unwrap().0;
        assert_eq!(on.len() + 1, own.len(), "query {number}");

        let mut values = hostile(other, R::NATIVE);
        values.extend(foreign_rests.iter().cloned());
        values.extend(true_rests.iter().cloned());
        for value in &values {
            for at in 0..true_rests.len() {
                let mut changed = true_rests.clone();
                changed[at].clone_from(value);
                try_one(mine, number, &own, forge(&true_bytes, &[changed]), tally).await;
                let mut longer = true_rests.clone();
                longer[at].extend(value);
                try_one(mine, number, &own, forge(&true_bytes, &[longer]), tally).await;
            }
            let all = vec![value.clone(); true_rests.len()];
            try_one(mine, number, &own, forge(&true_bytes, &[all]), tally).await;
        }
        // Another tenant's whole position, with my fingerprint; and other numbers of positions and attributes.
        let (own_rests, their_rests) = (true_rests.clone(), foreign_rests);
        for positions in [
            vec![their_rests.clone()],
            vec![],
            vec![vec![]],
            vec![own_rests.clone(), their_rests.clone()],
            vec![own_rests[1..].to_vec()],
            vec![[own_rests.clone(), their_rests].concat()],
        ] {
            try_one(mine, number, &own, forge(&true_bytes, &positions), tally).await;
        }
        // Another tenant's fingerprint is refused whatever stands behind it.
        let stolen = mine.read(number, Some(forge(&foreign_bytes, &[true_rests])), 50).await;
        assert!(matches!(stolen, Err(Error::Cursor(CursorError::Foreign))), "query {number}: {stolen:?}");
    }
}

/// Flips every bit of a true cursor of every query.
pub async fn flip_all<R: Reads>(mine: &R, tally: &mut Tally) {
    for number in 0..R::QUERIES {
        let (own, bytes) = truth(mine, number).await;
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut forged = bytes.clone();
                forged[at] ^= 1 << bit;
                if at < HEAD {
                    let refused = mine.read(number, Some(seal(&forged)), 50).await;
                    assert!(matches!(refused, Err(Error::Cursor(_))), "byte {at} of the head: {refused:?}");
                } else {
                    try_one(mine, number, &own, seal(&forged), tally).await;
                }
            }
        }
    }
}
