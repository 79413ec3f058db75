//! Forged cursors with right fingerprints: who may send a request can compute its fingerprint, which is no secret. What
//! stands behind it is then his to choose, and must not matter.

use std::collections::BTreeSet;
use std::fmt::Debug;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use dal::QueryPattern;

use super::*;

/// A version byte and a fingerprint of eight.
const HEAD: usize = 9;

/// How many queries of the list are pages.
const QUERIES: usize = 8;

/// A page of each pattern that gives pages: what it holds, and where it goes on.
async fn read(
    scope: &Scope<Adversary>,
    number: usize,
    after: Option<Cursor>,
    limit: u32,
) -> Result<(Vec<String>, Option<Cursor>), Error> {
    async fn page<P: QueryPattern<Item: Debug>>(
        query: dal::Query<P>,
        after: Option<Cursor>,
        limit: u32,
    ) -> Result<(Vec<String>, Option<Cursor>), Error> {
        let page = query.after(after).limit(limit).await?;
        let cursor = page.cursor();
        Ok((page.into_items()?.iter().map(|item| format!("{item:?}")).collect(), cursor))
    }
    let id = Ulid::from(7_u128);
    match number {
        0 => page(User::list_users(scope), after, limit).await,
        1 => page(Item::list_items(scope), after, limit).await,
        2 => page(Item::items_by_owner(scope, id), after, limit).await,
        3 => {
            let range = at() + TimeDelta::minutes(1)..at() + TimeDelta::minutes(4);
            page(Item::items_by_owner(scope, id).range(range), after, limit).await
        }
        4 => page(Call::open_calls(scope), after, limit).await,
        5 => page(Shift::team_schedule(scope, id).range(..at() + TimeDelta::minutes(4)), after, limit).await,
        6 => page(Message::messages(scope, id), after, limit).await,
        _ => page(Participation::inbox(scope, id).reverse(), after, limit).await,
    }
}

/// Some of everything, most of it within what the queries read, and some beside it.
async fn fill(scope: &Scope<Adversary>, tenant: &str) -> Result<(), Error> {
    for number in 0..6_u32 {
        let mut world = world(tenant, tenant);
        let (id, minutes) = (Ulid::from(u128::from(number) + 1), TimeDelta::minutes(number.into()));
        let at = at() + minutes;
        let group = Ulid::from(if number == 5 { 8 } else { 7_u128 });
        (world.user.user_id, world.item.item_id, world.call.call_id) = (id, id, id);
        (world.item.owner_id, world.item.created_at) = (Some(group), at);
        (world.call.received_at, world.shift.team_id, world.shift.starts_at) = (at, group, at);
        (world.participation.thread_id, world.participation.participant_id) = (id, group);
        world.participation.last_message_at = at;
        for message in &mut world.messages {
            (message.thread_id, message.message_id) = (group, id);
            message.put(scope).await?;
        }
        world.user.put(scope).await?;
        world.item.put(scope).await?;
        world.call.put(scope).await?;
        world.shift.put(scope).await?;
        world.participation.put(scope).await?;
    }
    world(tenant, tenant).tenant.put(scope).await?;
    world(tenant, tenant).subscription.put(scope).await
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

/// What is put where a cursor has the rest of a key: nothing, delimiters and escapes, literals of this list, another
/// tenant's name and keys, what lies before and behind every key, bytes that are no text, more than a key can hold.
fn hostile(other: &str) -> Vec<Vec<u8>> {
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
    texts
}

/// What came of all forgeries.
#[derive(Default)]
struct Tally {
    refused: usize,
    read: usize,
}

/// Reads behind a forged cursor: it is refused, or gives what the query gives anyway.
async fn try_one(
    scope: &Scope<Adversary>,
    number: usize,
    own: &BTreeSet<String>,
    forged: Cursor,
    tally: &mut Tally,
) {
    let text = forged.to_string();
    match read(scope, number, Some(forged), 50).await {
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

#[tokio::test]
async fn whatever_stands_behind_a_right_fingerprint_reads_nothing_foreign() {
    let mut tally = Tally::default();
    let pairs =
        [("a", "a#"), ("a#", "a"), ("ab", "a"), ("a", "a$23ITEM"), ("é", "e\u{301}"), ("TENANT#", "TENANT")];
    for (one, other) in pairs.into_iter().take(scaled(pairs.len(), 1)) {
        let dal: Dal<Adversary> = fresh().await;
        let (mine, theirs) = (dal.tenant(one), dal.tenant(other));
        fill(&mine, one).await.unwrap();
        fill(&theirs, other).await.unwrap();
        for number in 0..QUERIES {
            let own: BTreeSet<String> = read(&mine, number, None, 50).await.unwrap().0.into_iter().collect();
            assert!(own.len() >= 3 && own.len() < 50, "query {number}: {own:?}");
            let (first, cursor) = read(&mine, number, None, 1).await.unwrap();
            let true_bytes = open(&cursor.expect("more than one item"));
            let true_rests = rests(&true_bytes);
            let foreign_bytes =
                open(&read(&theirs, number, None, 1).await.unwrap().1.expect("more than one item"));
            let foreign_rests = rests(&foreign_bytes);
            assert_eq!(foreign_rests.len(), true_rests.len());

            // The forgery that changes nothing reads on: the helper forges well.
            let same = forge(&true_bytes, std::slice::from_ref(&true_rests));
            let on = read(&mine, number, Some(same), 50).await.unwrap().0;
            assert_eq!(on.len() + first.len(), own.len(), "query {number}");

            let mut values = hostile(other);
            values.extend(foreign_rests.iter().cloned());
            values.extend(true_rests.iter().cloned());
            for value in &values {
                for at in 0..true_rests.len() {
                    let mut changed = true_rests.clone();
                    changed[at].clone_from(value);
                    try_one(&mine, number, &own, forge(&true_bytes, &[changed]), &mut tally).await;
                    let mut longer = true_rests.clone();
                    longer[at].extend(value);
                    try_one(&mine, number, &own, forge(&true_bytes, &[longer]), &mut tally).await;
                }
                let all = vec![value.clone(); true_rests.len()];
                try_one(&mine, number, &own, forge(&true_bytes, &[all]), &mut tally).await;
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
                try_one(&mine, number, &own, forge(&true_bytes, &positions), &mut tally).await;
            }
            // Another tenant's fingerprint is refused whatever stands behind it.
            let stolen = read(&mine, number, Some(forge(&foreign_bytes, &[true_rests])), 50).await;
            assert!(
                matches!(stolen, Err(Error::Cursor(dal::CursorError::Foreign))),
                "query {number}: {stolen:?}"
            );
        }
    }
    // Some are good enough to be read behind, and most are not.
    assert!(tally.read > 200 && tally.refused > 1_000, "{} read, {} refused", tally.read, tally.refused);
}

#[tokio::test]
async fn every_bit_of_a_cursor_flipped_reads_nothing_foreign() {
    let dal: Dal<Adversary> = fresh().await;
    let (mine, theirs) = (dal.tenant("a"), dal.tenant("a#"));
    fill(&mine, "a").await.unwrap();
    fill(&theirs, "a#").await.unwrap();
    let mut tally = Tally::default();
    for number in 0..QUERIES {
        let own: BTreeSet<String> = read(&mine, number, None, 50).await.unwrap().0.into_iter().collect();
        let cursor = read(&mine, number, None, 1).await.unwrap().1.expect("more than one item");
        let bytes = open(&cursor);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut forged = bytes.clone();
                forged[at] ^= 1 << bit;
                if at < HEAD {
                    let refused = read(&mine, number, Some(seal(&forged)), 50).await;
                    assert!(matches!(refused, Err(Error::Cursor(_))), "byte {at} of the head: {refused:?}");
                } else {
                    try_one(&mine, number, &own, seal(&forged), &mut tally).await;
                }
            }
        }
    }
    assert!(tally.read > 200 && tally.refused > 200, "{} read, {} refused", tally.read, tally.refused);
}
